import * as v from 'valibot'
import { languages, languageSchema, type Language } from '../../shared/language.ts'
import { Field } from './field.tsx'

type LanguageSelectProps = {
  value: Language | null
  /** Words for leaving the choice to the server; without them the choice is not offered. */
  autoLabel?: string
  hint?: string | undefined
  onChange: (language: Language | null) => void
}

export function LanguageSelect({ value, autoLabel, hint, onChange }: LanguageSelectProps) {
  return (
    <Field label="Language" hint={hint}>
      {(attributes) => (
        <select
          {...attributes}
          className="input"
          value={value ?? ''}
          onChange={(event) => onChange(languageOf(event.target.value))}
        >
          {(autoLabel !== undefined || value === null) && (
            <option value="">{autoLabel ?? 'Auto'}</option>
          )}
          {languages.map((language) => (
            <option key={language.code} value={language.code} lang={language.code}>
              {language.name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

function languageOf(value: string): Language | null {
  return value === '' ? null : v.parse(languageSchema, value)
}
