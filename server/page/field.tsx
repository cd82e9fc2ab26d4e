import { useId, type ReactNode } from 'react'

type FieldAttributes = {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

type FieldProps = {
  label: string
  /** A predicate as the shared schemas word it, such as `must not be empty`. */
  error?: string | undefined
  /** Words on what the control does, read out with it. */
  hint?: string | undefined
  count?: { length: number; max: number }
  className?: string
  children: (attributes: FieldAttributes) => ReactNode
}

/** A labelled control with its character counter and its error. */
export function Field({ label, error, hint, count, className, children }: FieldProps) {
  const id = useId()
  const errorId = `${id}-error`
  const hintId = `${id}-hint`
  const describedBy = [
    ...(error === undefined ? [] : [errorId]),
    ...(hint === undefined ? [] : [hintId]),
  ].join(' ')
  const isTooLong = count !== undefined && count.length > count.max
  return (
    <div className={`field ${className ?? ''}`}>
      <div className="field-head">
        <label htmlFor={id}>{label}</label>
        {count !== undefined && (
          <span className={isTooLong ? 'count count-over' : 'count'}>
            <span aria-hidden="true">
              {count.length}/{count.max}
            </span>
            <span className="visually-hidden">
              {count.length} of {count.max} characters
            </span>
          </span>
        )}
      </div>
      {children({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
      })}
      {error !== undefined && (
        <p className="field-error" id={errorId}>
          {label} {error}
        </p>
      )}
      {hint !== undefined && (
        <p className="field-hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  )
}
