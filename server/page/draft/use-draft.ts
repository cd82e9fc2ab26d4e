import { useEffect, useState } from 'react'
import { usePageServices } from '../page-services.ts'
import { followDraft, type DraftLoad } from './follow-draft.ts'

/** Opens a draft and keeps it current until the component goes away. */
export function useDraft(draftId: string): DraftLoad {
  const services = usePageServices()
  const [load, setLoad] = useState<DraftLoad>({ kind: 'loading' })
  useEffect(() => {
    const controller = new AbortController()
    void followDraft(draftId, { services, signal: controller.signal, onLoad: setLoad })
    return () => controller.abort()
  }, [draftId, services])
  return load
}
