import type { Draft } from '../../../shared/draft.ts'

export function ScriptWriting({ draft }: { draft: Draft }) {
  const isPage = draft.source.kind !== 'text'
  return (
    <section className="script-writing" aria-labelledby="writing-title" aria-busy="true">
      <div role="status">
        <h2 id="writing-title">
          <span className="spinner" aria-hidden="true" />
          Writing script…
        </h2>
        <p className="soft">
          {isPage
            ? 'Makara reads the page and picks what is worth showing.'
            : 'Makara picks what is worth showing.'}{' '}
          This takes a few seconds; you may close this page.
        </p>
      </div>
      {[1, 2, 3].map((place) => (
        <div key={place} className="scene-ghost shimmer" aria-hidden="true" />
      ))}
    </section>
  )
}
