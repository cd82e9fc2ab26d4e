import { Field } from '../field.tsx'
import { GrowingTextarea } from '../growing-textarea.tsx'
import { Icon } from '../icon.tsx'
import { hashOf } from '../route.ts'
import { siteOf } from '../library/detect-source.ts'
import type { Draft } from '../../../shared/draft.ts'
import { titleCharsMax } from '../../../shared/script.ts'
import { contentIssuesOf } from './draft-content.ts'
import type { DraftEditor } from './draft-editor.ts'
import type { DraftStore } from './draft-store.ts'
import { SaveStatusLine } from './save-status-line.tsx'

type DraftHeaderProps = { editor: DraftEditor; store: DraftStore }

export function DraftHeader({ editor, store }: DraftHeaderProps) {
  const { server, edited } = editor
  const title = edited.script?.title || server.title || 'New video'
  return (
    <div className="draft-header">
      <a className="back" href={hashOf({ screen: 'library' })}>
        <Icon name="back" />
        Your videos
      </a>
      {edited.script !== null && <SaveStatusLine editor={editor} store={store} />}
      <h1 dir="auto" className={edited.script === null ? undefined : 'visually-hidden'}>
        {title}
      </h1>
      {edited.script !== null && <TitleField editor={editor} store={store} />}
      <SourceLine draft={server} />
    </div>
  )
}

function TitleField({ editor, store }: DraftHeaderProps) {
  const title = editor.edited.script?.title ?? ''
  return (
    <Field
      label="Title"
      className="title-field"
      error={contentIssuesOf(editor.edited).get('script.title')}
      count={{ length: title.trim().length, max: titleCharsMax }}
    >
      {(attributes) => (
        <GrowingTextarea
          {...attributes}
          className="title-text"
          value={title}
          onChange={(event) =>
            store.dispatch({
              type: 'title-changed',
              title: event.target.value.replaceAll('\n', ' '),
            })
          }
        />
      )}
    </Field>
  )
}

function SourceLine({ draft }: { draft: Draft }) {
  const { source, scriptBy } = draft
  return (
    <p className="source-line">
      <span>
        From{' '}
        {source.kind === 'url' && source.url !== null ? (
          <a href={source.url} target="_blank" rel="noreferrer">
            <bdi>{siteOf(source.url)}</bdi>
          </a>
        ) : (
          sourceNameOf(source.kind)
        )}
      </span>
      {scriptBy === 'offline' && (
        <span>Script built from {source.kind === 'text' ? 'its' : 'the page’s'} own sentences</span>
      )}
    </p>
  )
}

function sourceNameOf(kind: Draft['source']['kind']): string {
  switch (kind) {
    case 'url':
      return 'a web page'
    case 'text':
      return 'your text'
    case 'html':
      return 'an HTML file'
  }
}
