import * as v from 'valibot'

export type JsonLdFacts = { title: string; siteName: string; description: string }

const textSchema = v.optional(v.fallback(v.string(), ''), '')
const nodeSchema = v.looseObject({
  '@type': v.optional(v.union([v.string(), v.array(v.string())]), ''),
  name: textSchema,
  headline: textSchema,
  description: textSchema,
  publisher: v.optional(v.fallback(v.looseObject({ name: textSchema }), { name: '' }), {
    name: '',
  }),
})
const graphSchema = v.looseObject({ '@graph': v.array(v.unknown()) })

type JsonLdNode = v.InferOutput<typeof nodeSchema>

const nodesMax = 50
const businessType =
  /^(?:Organization|WebSite|Corporation|\w*Business|Restaurant|\w*Store|Hotel|Cafe\w*|Bakery|Bar\w*)$/
const workType =
  /^(?:\w*Article|\w*Posting|Report|WebPage|Product|Recipe|Event|Course|SoftwareApplication)$/

/** What a page's JSON-LD says about its title, its site and itself; empty where it says nothing. */
export function jsonLdFacts(scripts: readonly string[]): JsonLdFacts {
  const nodes = scripts.flatMap(nodesOf).slice(0, nodesMax)
  const works = nodes.filter((node) => hasType(node, workType))
  const businesses = nodes.filter((node) => hasType(node, businessType))
  const all = [...works, ...businesses]
  return {
    title: firstText(works.map((node) => node.headline || node.name)),
    siteName: firstText([
      ...businesses.map((node) => node.name),
      ...works.map((node) => node.publisher.name),
    ]),
    description: firstText(all.map((node) => node.description)),
  }
}

function nodesOf(script: string): JsonLdNode[] {
  const parsed = parseJson(script)
  const graph = v.safeParse(graphSchema, parsed)
  const candidates = graph.success ? graph.output['@graph'] : [parsed].flat()
  return candidates.slice(0, nodesMax).flatMap((candidate) => {
    const node = v.safeParse(nodeSchema, candidate)
    return node.success ? [node.output] : []
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function hasType(node: JsonLdNode, type: RegExp): boolean {
  return [node['@type']].flat().some((name) => type.test(name))
}

function firstText(texts: readonly string[]): string {
  return texts.find((text) => text.trim() !== '') ?? ''
}
