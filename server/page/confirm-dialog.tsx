import { useEffect, useId, useRef, type ReactNode } from 'react'

type ConfirmDialogProps = {
  title: string
  children: ReactNode
  confirmLabel: string
  cancelLabel: string
  onAnswer: (isConfirmed: boolean) => void
}

/** A modal question about something that cannot be undone; Escape and the backdrop say no. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        props.onAnswer(false)
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) props.onAnswer(false)
      }}
    >
      <div className="dialog-body">
        <h2 id={titleId}>{props.title}</h2>
        <p>{props.children}</p>
        <div className="dialog-buttons">
          <button type="button" className="button" onClick={() => props.onAnswer(false)}>
            {props.cancelLabel}
          </button>
          <button
            type="button"
            className="button button-danger"
            onClick={() => props.onAnswer(true)}
          >
            {props.confirmLabel}
          </button>
        </div>
      </div>
    </dialog>
  )
}
