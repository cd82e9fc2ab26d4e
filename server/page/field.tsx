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
  count?: { length: number; max: number }
  className?: string
  children: (attributes: FieldAttributes) => ReactNode
}

/** A labelled control with its character counter and its error. */
export function Field({ label, error, count, className, children }: FieldProps) {
  const id = useId()
  const errorId = `${id}-error`
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
        'aria-describedby': error === undefined ? undefined : errorId,
      })}
      {error !== undefined && (
        <p className="field-error" id={errorId}>
          {label} {error}
        </p>
      )}
    </div>
  )
}
