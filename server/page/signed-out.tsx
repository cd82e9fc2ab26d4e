export function SignedOut() {
  return (
    <main className="notice">
      <h1>Sign in to Makara</h1>
      <p>Open the sign-in link printed in your terminal.</p>
      <p className="soft">
        Link used or out of sight? Run <code>npm run sign-in</code> to print a new one.
      </p>
      <button type="button" className="button" onClick={() => location.reload()}>
        I have signed in
      </button>
    </main>
  )
}
