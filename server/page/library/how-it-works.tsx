const steps = [
  { title: 'Give it a page', words: 'Paste a web address, your own text, or an HTML file.' },
  { title: 'Edit the script', words: 'Every scene shows the sentence of the page it came from.' },
  { title: 'Render and post', words: 'Get a checked 1080×1920 video, ready to download.' },
]

export function HowItWorks() {
  return (
    <section className="how" aria-labelledby="how-title">
      <h2 id="how-title">How it works</h2>
      <ol className="how-steps">
        {steps.map((step, index) => (
          <li key={step.title}>
            <span className="how-number" aria-hidden="true">
              {index + 1}
            </span>
            <h3>{step.title}</h3>
            <p>{step.words}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
