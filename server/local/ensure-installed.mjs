import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'

// Plain JavaScript without packages, as it runs before any is there.

const root = new URL('../../', import.meta.url)
const nodeFloor = [20, 19]

/**
 * Installs what the lock file says unless it is there already. Ends the process with one sentence
 * when that cannot be done.
 */
export function ensureInstalled() {
  if (!isNodeNewEnough()) {
    fail(`Makara needs Node ${nodeFloor.join('.')} or newer; this is ${process.versions.node}.`)
  }
  if (isInstalled()) return
  process.stderr.write('Installing packages…\n')
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: fileURLToPath(root),
    stdio: ['ignore', process.stderr, process.stderr],
  })
  if (status !== 0) fail('The packages could not be installed: see what npm says above.')
}

function isNodeNewEnough() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  return major > nodeFloor[0] || (major === nodeFloor[0] && minor >= nodeFloor[1])
}

// npm keeps a lock file of what it really installed. Optional packages of other platforms are
// missing there, and nothing else may be.
function isInstalled() {
  const wanted = packagesOf('package-lock.json')
  const found = packagesOf('node_modules/.package-lock.json')
  if (!wanted || !found) return false
  return Object.entries(wanted).every(
    ([path, { version, optional, link }]) =>
      path === '' || link || found[path]?.version === version || (optional && !found[path]),
  )
}

function packagesOf(name) {
  try {
    return JSON.parse(readFileSync(new URL(name, root), 'utf8')).packages
  } catch {
    return undefined
  }
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) ensureInstalled()
