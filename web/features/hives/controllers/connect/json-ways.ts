import {
  EACH,
  type JsonPath,
  PATH_CHARACTERS,
  PATH_DEPTH,
  pathBelow,
  pathWhere,
  valueAt,
} from '#domain/exchange/json-path.ts'
import { numberIn } from '#domain/platform/written-number.ts'

export type Way = readonly (string | number)[]

/** Returns the path of a value; undefined if it is nested too deeply or the path is too long. */
export function pathOf(way: Way): JsonPath | undefined {
  const path = way.reduce<JsonPath>(pathBelow, '')
  return way.length > 0 && way.length <= PATH_DEPTH && path.length <= PATH_CHARACTERS ? path : undefined
}

/** Returns the path of the same value in every element of the innermost list around it; undefined if there is none. */
export function eachPathOf(way: Way): JsonPath | undefined {
  const at = way.findLastIndex((name) => typeof name === 'number')
  if (at < 0 || !pathOf(way)) return undefined
  const list = way.slice(0, at).reduce<JsonPath>(pathBelow, '')
  return way.slice(at + 1).reduce<JsonPath>(pathBelow, `${list}/${EACH}`)
}

/** The path of a value in a list element that is identified by one of its members. */
export type NamedPath = { member: string; value: string; path: JsonPath }

const TOLD_APART_CHARACTERS = 60
const NAMED_AT_MOST = 3

/**
 * Returns the paths that find a list value wherever its element is in the list: by the
 * element's unique texts, and by unique numbers whose name suggests an id.
 */
export function namedPathsOf(document: unknown, way: Way): NamedPath[] {
  const at = way.findLastIndex((name) => typeof name === 'number')
  if (at < 0 || at === way.length - 1) return []
  const above = way.slice(0, at).reduce<JsonPath>(pathBelow, '')
  const list = above === '' ? document : valueAt(document, above)
  const element: unknown = Array.isArray(list) ? list[Number(way[at])] : undefined
  if (typeof element !== 'object' || element === null) return []
  return Object.entries(element)
    .filter(([member, value]) => member !== way[at + 1] && tellsApart(member, value))
    .filter(([member, value]) => isUnique(list as unknown[], member, value))
    .map(([member, value]) => {
      const base = pathWhere(above, member, String(value))
      return { member, value: String(value), path: way.slice(at + 1).reduce<JsonPath>(pathBelow, base) }
    })
    .filter(({ path }) => path.length <= PATH_CHARACTERS && path.split('/').length - 1 <= PATH_DEPTH)
    .slice(0, NAMED_AT_MOST)
}

/** Whether a member can identify its element. Times and measurements differ, too, but identify nothing. */
function tellsApart(member: string, value: unknown): boolean {
  if (typeof value === 'number')
    return Number.isInteger(value) && /(id|nr|no|number|channel|port|index|hive|scale)$/i.test(member)
  if (typeof value !== 'string' || value.length === 0 || value.length > TOLD_APART_CHARACTERS) return false
  return numberIn(value) === undefined && !/^\d{4}-\d\d-\d\d/.test(value)
}

const isUnique = (list: readonly unknown[], member: string, value: unknown): boolean =>
  list.filter((one) => (one as Record<string, unknown> | null)?.[member] === value).length === 1
