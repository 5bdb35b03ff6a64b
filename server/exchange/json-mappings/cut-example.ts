import { PATH_DEPTH } from '#domain/exchange/json-path.ts'

const NODES = 400
/** How many elements of a list to keep: enough for most lists that name their elements; fewer if that is too large. */
const LIST_ELEMENTS = [24, 3]
const TEXT_CHARACTERS = 100
export const EXAMPLE_BYTES = 16 * 1024

/**
 * Cuts a document down enough to be kept and shown: the first elements of lists, the beginnings of texts, a limited number of values, and no
 * deeper than a mapping can reach. Returns undefined if even that is too large.
 */
export function cutExample(document: unknown): string | undefined {
  return LIST_ELEMENTS.map((elements) => cutTo(document, elements)).find(
    (text) => Buffer.byteLength(text) <= EXAMPLE_BYTES,
  )
}

function cutTo(document: unknown, elements: number): string {
  const left = { nodes: NODES }
  const cut = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string') return value.slice(0, TEXT_CHARACTERS)
    if (typeof value !== 'object' || value === null) return value
    if (depth >= PATH_DEPTH) return null
    if (Array.isArray(value)) {
      return value.slice(0, elements).flatMap((one) => (left.nodes-- > 0 ? [cut(one, depth + 1)] : []))
    }
    const members: [string, unknown][] = []
    for (const name in value) {
      if (name.length > TEXT_CHARACTERS || !Object.hasOwn(value, name)) continue
      if (left.nodes-- <= 0) break
      members.push([name, cut((value as Record<string, unknown>)[name], depth + 1)])
    }
    return Object.fromEntries(members)
  }
  return JSON.stringify(cut(document, 0))
}
