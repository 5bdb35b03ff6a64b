/**
 * The path of a value in a JSON document: a JSON Pointer (RFC 6901) in which `*` is every element of a list, and `~3type=weight` the first
 * element whose member `type` is `weight`; `*` and `=` in names are written `~2` and `~4`.
 */
export type JsonPath = string

export const EACH = '*'
export const PATH_CHARACTERS = 200
export const PATH_DEPTH = 8

const WHERE = '~3'

const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('*', '~2')
const plain = (segment: string) =>
  segment.replaceAll('~4', '=').replaceAll('~2', '*').replaceAll('~1', '/').replaceAll('~0', '~')

/** Extends the path by the name of a member or an index in a list. */
export const pathBelow = (path: JsonPath, name: string | number): JsonPath => `${path}/${escaped(String(name))}`

/** Extends the path by the list element whose member has this value. */
export const pathWhere = (path: JsonPath, member: string, value: string): JsonPath =>
  `${path}/${WHERE}${escaped(member).replaceAll('=', '~4')}=${escaped(value)}`

type Segment = { each: boolean; name: string; where?: { member: string; value: string } }

/** The path's segments, with `EACH` for every element of a list. */
const segmentsOf = (path: JsonPath): Segment[] => path.split('/').slice(1).map(segmentOf)

function segmentOf(segment: string): Segment {
  const name = plain(segment)
  if (!segment.startsWith(WHERE)) return { each: segment === EACH, name }
  const at = segment.indexOf('=')
  const member = plain(segment.slice(WHERE.length, at < 0 ? undefined : at))
  return { each: false, name, where: { member, value: at < 0 ? '' : plain(segment.slice(at + 1)) } }
}

/** Splits a path into the list whose elements it names and the path within an element; undefined if it names a single value. */
export function splitEach(path: JsonPath): { list: JsonPath; within: JsonPath } | undefined {
  const segments = path.split('/')
  const at = segments.indexOf(EACH)
  return at < 0
    ? undefined
    : { list: segments.slice(0, at).join('/'), within: ['', ...segments.slice(at + 1)].join('/') }
}

/** The name of the value itself; empty if it is chosen in another way. */
export const lastName = (path: JsonPath): string => segmentsOf(path).at(-1)?.name ?? ''

/** The path in a form for people: `data › 0 › weight`. */
export const pathInWords = (path: JsonPath): string =>
  segmentsOf(path)
    .map(({ each, name, where }) => (where ? `${where.member} = ${where.value}` : each ? '…' : name))
    .join(' › ')

/** Returns the value at a path without `EACH`; undefined if there is none. Looks only at the document's own properties. */
export function valueAt(document: unknown, path: JsonPath): unknown {
  let value = document
  for (const { name, where } of segmentsOf(path)) {
    if (where) {
      value = elementWhere(value, where)
      continue
    }
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}

function elementWhere(list: unknown, { member, value }: NonNullable<Segment['where']>): unknown {
  if (!Array.isArray(list)) return undefined
  return list.find((element) => {
    if (typeof element !== 'object' || element === null || !Object.hasOwn(element, member)) return false
    const said = element[member]
    return typeof said !== 'object' && String(said) === value
  })
}
