export type Metric = {
  name: string
  help: string
  samples: { labels: Record<string, string>; value: number }[]
}

/** Gauges in Prometheus's text format 0.0.4. */
export function metricsText(metrics: Metric[]): string {
  return metrics
    .map(({ name, help, samples }) => {
      const lines = samples.map(({ labels, value }) => `${name}${labelsText(labels)} ${value}\n`)
      return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.toSorted().join('')}`
    })
    .join('')
}

function labelsText(labels: Record<string, string>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
