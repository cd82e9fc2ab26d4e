import type { Session } from './api-client.ts'
import { hashOf } from './route.ts'

export function PageHeader({ session }: { session: Session | null }) {
  return (
    <header className="page-header">
      <a
        className="brand-mark"
        href={hashOf({ screen: 'library' })}
        aria-label="Makara, your videos"
      >
        <svg viewBox="6 0 20 32" aria-hidden="true">
          <rect x="6" y="1" width="20" height="30" rx="6" />
          <path d="M12 10v12l9.5-6Z" />
        </svg>
        Makara
      </a>
      {session !== null && (
        <p className="account">
          <span className="account-name" dir="auto">
            {session.accountName}
          </span>
        </p>
      )}
    </header>
  )
}
