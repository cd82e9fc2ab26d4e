import { useState } from 'react'
import type { Brand } from '../../../shared/brand.ts'
import { Field } from '../field.tsx'
import { FormatPicker } from '../format-picker.tsx'
import { LanguageSelect } from '../language-select.tsx'
import { SoundSwitch } from '../sound-switch.tsx'
import type { DraftContent } from './draft-content.ts'
import type { DraftAction } from './draft-editor.ts'

type DraftSettingsProps = {
  content: DraftContent
  issues: ReadonlyMap<string, string>
  dispatch: (action: DraftAction) => void
}

export function DraftSettings({ content, issues, dispatch }: DraftSettingsProps) {
  const { brand, format, language, sound, script } = content
  const [scriptLanguage] = useState(language)
  const hasCall = script?.scenes.some(({ kind }) => kind === 'call') ?? false
  const change = (changed: Partial<Omit<DraftContent, 'script'>>) =>
    dispatch({ type: 'settings-changed', change: changed })
  return (
    <section className="card settings" aria-labelledby="settings-title">
      <div className="settings-head">
        <h2 id="settings-title">Look and sound</h2>
        <SoundSwitch value={sound} onChange={(next) => change({ sound: next })} />
      </div>
      <div className="settings-row settings-row-format">
        <FormatPicker value={format} isCompact onChange={(next) => change({ format: next })} />
        <LanguageSelect
          value={language}
          hint={
            language === scriptLanguage
              ? undefined
              : 'Changes letters and direction only; the words stay as they are.'
          }
          onChange={(next) => change({ language: next })}
        />
      </div>
      <BrandFields
        brand={brand}
        issues={issues}
        siteHint={hasCall ? undefined : 'Shown on a call-to-action scene; this script has none.'}
        onChange={(changed) => change({ brand: { ...brand, ...changed } })}
      />
    </section>
  )
}

type BrandFieldsProps = {
  brand: Brand
  issues: ReadonlyMap<string, string>
  siteHint: string | undefined
  onChange: (changed: Partial<Brand>) => void
}

function BrandFields({ brand, issues, siteHint, onChange }: BrandFieldsProps) {
  return (
    <div className="settings-row settings-row-brand">
      <Field label="Brand colour" error={issues.get('brand.color')}>
        {(attributes) => (
          <div className="color-field">
            <input
              {...attributes}
              type="color"
              value={brand.color}
              onChange={(event) => onChange({ color: event.target.value.toLowerCase() })}
            />
            <span aria-hidden="true">{brand.color}</span>
          </div>
        )}
      </Field>
      <Field label="Brand name" error={issues.get('brand.name')}>
        {(attributes) => (
          <input
            {...attributes}
            className="input"
            dir="auto"
            value={brand.name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label="Website at the end" error={issues.get('brand.site')} hint={siteHint}>
        {(attributes) => (
          <input
            {...attributes}
            className="input"
            dir="auto"
            placeholder="your-site.com"
            value={brand.site}
            onChange={(event) => onChange({ site: event.target.value })}
          />
        )}
      </Field>
    </div>
  )
}
