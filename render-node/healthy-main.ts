import { connect } from '../shared/postgres/connect.ts'
import { parseNodeConfig } from './config.ts'

// Exit code 0 when the node of this name has been seen lately and can take work.

const { databaseUrl, nodeName, leaseSeconds } = parseNodeConfig(process.env)
const sql = connect(databaseUrl, { applicationName: 'makara health', connectionsMax: 1 })
try {
  const nodes = await sql`
    select id from nodes
    where name = ${nodeName}
      and state in ('ready', 'draining')
      and seen_at > clock_timestamp() - make_interval(secs => ${2 * leaseSeconds})`
  process.exitCode = nodes.length > 0 ? 0 : 1
} finally {
  await sql.end({ timeout: 2 })
}
