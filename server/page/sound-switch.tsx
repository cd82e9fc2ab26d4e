type SoundSwitchProps = { value: boolean; onChange: (sound: boolean) => void }

export function SoundSwitch({ value, onChange }: SoundSwitchProps) {
  return (
    <label className="switch">
      <input
        type="checkbox"
        role="switch"
        checked={value}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="switch-track" aria-hidden="true" />
      Sound
    </label>
  )
}
