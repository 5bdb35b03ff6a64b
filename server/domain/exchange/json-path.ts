/**
 * Where a value stands in a JSON document: a JSON Pointer (RFC 6901), in which `*` is each element of a list; a name that is `*` itself is
 * written `~2`.
 */
export type JsonPath = string

export const EACH = '*'
export const PATH_CHARACTERS = 200
export const PATH_DEPTH = 8

const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('*', '~2')
const plain = (segment: string) => segment.replaceAll('~2', '*').replaceAll('~1', '/').replaceAll('~0', '~')

/** The path made longer by the name of a member, or by the place in a list. */
export const pathBelow = (path: JsonPath, name: string | number): JsonPath => `${path}/${escaped(String(name))}`

/** The names on the way, with `EACH` for the elements of a list. */
const segmentsOf = (path: JsonPath): { each: boolean; name: string }[] =>
  path
    .split('/')
    .slice(1)
    .map((segment) => ({ each: segment === EACH, name: plain(segment) }))

/** The list whose elements a path names, and the path within an element; undefined where it names one value. */
export function splitEach(path: JsonPath): { list: JsonPath; within: JsonPath } | undefined {
  const segments = path.split('/')
  const at = segments.indexOf(EACH)
  return at < 0
    ? undefined
    : { list: segments.slice(0, at).join('/'), within: ['', ...segments.slice(at + 1)].join('/') }
}

/** The path as people read it: `data › 0 › weight`. */
export const pathInWords = (path: JsonPath): string =>
  segmentsOf(path)
    .map(({ each, name }) => (each ? '…' : name))
    .join(' › ')

/** The value at a path without `EACH`; undefined where there is none. Looks only at what the document itself holds. */
export function valueAt(document: unknown, path: JsonPath): unknown {
  let value = document
  for (const { name } of segmentsOf(path)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}
