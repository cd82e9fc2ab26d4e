import { Icon, type IconName } from '../icon.tsx'
import type { DraftAction } from './draft-editor.ts'

type SceneButtonsProps = {
  sceneId: string
  index: number
  sceneCount: number
  dispatch: (action: DraftAction) => void
}

export function SceneButtons({ sceneId, index, sceneCount, dispatch }: SceneButtonsProps) {
  const name = `scene ${index + 1}`
  return (
    <div className="scene-buttons">
      <IconButton
        icon="up"
        label={`Move ${name} up`}
        isDisabled={index === 0}
        onClick={() => dispatch({ type: 'scene-moved', sceneId, by: -1 })}
      />
      <IconButton
        icon="down"
        label={`Move ${name} down`}
        isDisabled={index === sceneCount - 1}
        onClick={() => dispatch({ type: 'scene-moved', sceneId, by: 1 })}
      />
      <IconButton
        icon="trash"
        label={`Delete ${name}`}
        isDisabled={sceneCount === 1}
        onClick={() => dispatch({ type: 'scene-removed', sceneId })}
      />
    </div>
  )
}

type IconButtonProps = { icon: IconName; label: string; isDisabled: boolean; onClick: () => void }

// `aria-disabled` keeps the focus where it is when a moved scene reaches the end of the list.
function IconButton({ icon, label, isDisabled, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      aria-disabled={isDisabled}
      onClick={() => {
        if (!isDisabled) onClick()
      }}
    >
      <Icon name={icon} />
    </button>
  )
}
