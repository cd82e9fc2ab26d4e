import { useEffect, useRef, useState } from 'react'
import { usePageServices } from '../page-services.ts'
import { hasUnsavedWork } from './draft-editor.ts'
import type { DraftStore } from './draft-store.ts'

type LeaveQuestion = { answer: (mayLeave: boolean) => void }

/**
 * Saves before another screen or tab close takes the editor away. Returns the question to show when
 * something typed cannot be saved.
 */
export function useLeaveGuard(store: DraftStore): LeaveQuestion | null {
  const { router } = usePageServices()
  const [isAsking, setAsking] = useState(false)
  const resolveAnswer = useRef<(mayLeave: boolean) => void>(() => {})

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    router.setGuard({
      mustAsk: () => hasUnsavedWork(store.editor()),
      ask: async () => {
        if (await store.flush()) return true
        setAsking(true)
        return new Promise((resolve) => {
          resolveAnswer.current = resolve
        })
      },
    })
    window.addEventListener(
      'beforeunload',
      (event) => {
        if (hasUnsavedWork(store.editor())) event.preventDefault()
      },
      { signal },
    )
    document.addEventListener(
      'visibilitychange',
      () => {
        if (document.hidden) void store.flush()
      },
      { signal },
    )
    return () => {
      controller.abort()
      router.setGuard(null)
    }
  }, [router, store])

  if (!isAsking) return null
  return {
    answer: (mayLeave) => {
      setAsking(false)
      if (mayLeave) store.discard()
      resolveAnswer.current(mayLeave)
    },
  }
}
