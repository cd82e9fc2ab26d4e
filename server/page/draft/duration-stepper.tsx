import { sceneSecondsMax, sceneSecondsMin } from '../../../shared/script.ts'
import { Field } from '../field.tsx'
import { Icon } from '../icon.tsx'

type DurationStepperProps = {
  /** NaN while the field is empty. */
  value: number
  error: string | undefined
  onChange: (seconds: number) => void
}

const stepSeconds = 0.5

export function DurationStepper({ value, error, onChange }: DurationStepperProps) {
  const step = (by: number) => {
    const next = Math.round(((Number.isNaN(value) ? sceneSecondsMin : value) + by) * 10) / 10
    onChange(Math.min(sceneSecondsMax, Math.max(sceneSecondsMin, next)))
  }
  return (
    <Field label="Seconds" error={error}>
      {(attributes) => (
        <div className="stepper">
          <StepButton icon="minus" label="Shorter" onClick={() => step(-stepSeconds)} />
          <input
            {...attributes}
            type="number"
            inputMode="decimal"
            min={sceneSecondsMin}
            max={sceneSecondsMax}
            step={stepSeconds}
            value={Number.isNaN(value) ? '' : value}
            onChange={(event) => onChange(event.target.valueAsNumber)}
          />
          <StepButton icon="plus" label="Longer" onClick={() => step(stepSeconds)} />
        </div>
      )}
    </Field>
  )
}

type StepButtonProps = { icon: 'minus' | 'plus'; label: string; onClick: () => void }

function StepButton({ icon, label, onClick }: StepButtonProps) {
  return (
    <button type="button" className="step-button" aria-label={label} onClick={onClick}>
      <Icon name={icon} />
    </button>
  )
}
