/**
 * Where a value stands in a JSON document: a JSON Pointer (RFC 6901), in which `*` is each element of a list, and `~3type=weight` the first
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

/** The path made longer by the name of a member, or by the place in a list. */
export const pathBelow = (path: JsonPath, name: string | number): JsonPath => `${path}/${escaped(String(name))}`

/** The path made longer by the element of a list whose member is this. */
export const pathWhere = (path: JsonPath, member: string, value: string): JsonPath =>
  `${path}/${WHERE}${escaped(member).replaceAll('=', '~4')}=${escaped(value)}`

type Segment = { each: boolean; name: string; where?: { member: string; value: string } }

/** The names on the way, with `EACH` for the elements of a list. */
const segmentsOf = (path: JsonPath): Segment[] => path.split('/').slice(1).map(segmentOf)

function segmentOf(segment: string): Segment {
  const name = plain(segment)
  if (!segment.startsWith(WHERE)) return { each: segment === EACH, name }
  const at = segment.indexOf('=')
  const member = plain(segment.slice(WHERE.length, at < 0 ? undefined : at))
  return { each: false, name, where: { member, value: at < 0 ? '' : plain(segment.slice(at + 1)) } }
}

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
    .map(({ each, name, where }) => (where ? `${where.member} = ${where.value}` : each ? '…' : name))
    .join(' › ')

/** The value at a path without `EACH`; undefined where there is none. Looks only at what the document itself holds. */
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
