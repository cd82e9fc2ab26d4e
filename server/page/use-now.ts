import { useEffect, useState } from 'react'
import { serverNowMs } from './server-clock.ts'

/** The server's time, renewed every second. */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(serverNowMs)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(serverNowMs()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}
