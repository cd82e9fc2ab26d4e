import type { ComponentProps } from 'react'

type GrowingTextareaProps = Omit<ComponentProps<'textarea'>, 'value' | 'className'> & {
  value: string
  className?: string
}

/** A textarea as tall as its text: a hidden copy of the text in the same grid cell sizes it. */
export function GrowingTextarea({ value, className, ...rest }: GrowingTextareaProps) {
  return (
    <div className={`growing ${className ?? ''}`} data-text={`${value} `}>
      <textarea value={value} dir="auto" rows={1} {...rest} />
    </div>
  )
}
