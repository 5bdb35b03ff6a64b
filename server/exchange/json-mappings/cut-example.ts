import { PATH_DEPTH } from '#domain/exchange/json-path.ts'

const NODES = 400
const LIST_ELEMENTS = 3
const TEXT_CHARACTERS = 100
export const EXAMPLE_BYTES = 16 * 1024

/**
 * A document cut short enough to be kept and shown: the first elements of lists, the beginnings of texts, so many values, and no deeper than a
 * value can be named. undefined where even that is too large.
 */
export function cutExample(document: unknown): string | undefined {
  const left = { nodes: NODES }
  const cut = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string') return value.slice(0, TEXT_CHARACTERS)
    if (typeof value !== 'object' || value === null) return value
    if (depth >= PATH_DEPTH) return null
    if (Array.isArray(value)) {
      return value.slice(0, LIST_ELEMENTS).flatMap((one) => (left.nodes-- > 0 ? [cut(one, depth + 1)] : []))
    }
    const members: [string, unknown][] = []
    for (const name in value) {
      if (name.length > TEXT_CHARACTERS || !Object.hasOwn(value, name)) continue
      if (left.nodes-- <= 0) break
      members.push([name, cut((value as Record<string, unknown>)[name], depth + 1)])
    }
    return Object.fromEntries(members)
  }
  const text = JSON.stringify(cut(document, 0))
  return Buffer.byteLength(text) <= EXAMPLE_BYTES ? text : undefined
}
