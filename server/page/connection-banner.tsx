import { useEffect, useState, useSyncExternalStore } from 'react'
import { usePageServices } from './page-services.ts'

const graceMs = 2_000
const probeMs = 3_000

export function ConnectionBanner() {
  const { connection } = usePageServices()
  const isDown = useSyncExternalStore(connection.subscribe, connection.isDown)
  return (
    <div className="banner-slot" role="status">
      {isDown && <LostConnection />}
    </div>
  )
}

/** Asks the server again until it answers; says so only once that takes longer than a blink. */
function LostConnection() {
  const { session } = usePageServices()
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const grace = setTimeout(() => setShown(true), graceMs)
    const probe = setInterval(() => void session.refresh(), probeMs)
    return () => {
      clearTimeout(grace)
      clearInterval(probe)
    }
  }, [session])
  if (!isShown) return null
  return (
    <p className="banner" data-testid="connection-banner">
      <span className="spinner" aria-hidden="true" />
      Connection lost. Trying again… Your work is kept.
    </p>
  )
}
