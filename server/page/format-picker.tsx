import { useId } from 'react'
import { formats, type Format } from '../../shared/format.ts'
import { FormatDrawing } from './format-drawing.tsx'

type FormatPickerProps = {
  value: Format
  isCompact?: boolean
  onChange: (format: Format) => void
}

export function FormatPicker({ value, isCompact = false, onChange }: FormatPickerProps) {
  const name = useId()
  return (
    <fieldset className={isCompact ? 'format-picker format-picker-compact' : 'format-picker'}>
      <legend>Format</legend>
      {formats.map((format) => (
        <label key={format.id} className="format-card">
          <input
            type="radio"
            name={name}
            value={format.id}
            checked={format.id === value}
            aria-label={format.name}
            aria-describedby={`${name}-${format.id}`}
            onChange={() => onChange(format.id)}
          />
          <FormatDrawing format={format.id} />
          <span className="format-words">
            <span className="format-name">{format.name}</span>
            <span className="format-description" id={`${name}-${format.id}`}>
              {format.description}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
