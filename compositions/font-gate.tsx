import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { cancelRender, continueRender, delayRender } from 'remotion'
import { fontFilesFor, type FontFile } from './font-faces.ts'

const loads = new Map<string, Promise<void>>()
const loadedUrls = new Set<string>()

/** Shows its children once the fonts of the text are in; no frame is taken before. */
export function FontGate({ text, children }: { text: string; children: ReactNode }) {
  const files = useMemo(() => fontFilesFor(text), [text])
  const [handle] = useState(() => delayRender('Loading fonts'))
  const [, setLoadedCount] = useState(loadedUrls.size)
  const isLoaded = files.every((file) => loadedUrls.has(file.url))

  useEffect(() => {
    Promise.all(files.map(loadOnce)).then(
      () => setLoadedCount(loadedUrls.size),
      (error: unknown) => cancelRender(error),
    )
  }, [files])

  useEffect(() => {
    if (isLoaded) continueRender(handle)
  }, [isLoaded, handle])

  return isLoaded ? children : null
}

function loadOnce(file: FontFile): Promise<void> {
  const load = loads.get(file.url) ?? loadFont(file)
  loads.set(file.url, load)
  return load
}

async function loadFont({ family, url, unicodeRange }: FontFile): Promise<void> {
  const face = new FontFace(family, `url(${url})`, { unicodeRange, weight: '100 900' })
  await face.load()
  document.fonts.add(face)
  loadedUrls.add(url)
}
