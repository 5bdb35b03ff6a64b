import { EACH, type JsonPath, PATH_CHARACTERS, PATH_DEPTH, pathBelow } from '#domain/exchange/json-path.ts'

export type Way = readonly (string | number)[]

/** The path of one value; undefined where it is too deep to be named. */
export function pathOf(way: Way): JsonPath | undefined {
  const path = way.reduce<JsonPath>(pathBelow, '')
  return way.length > 0 && way.length <= PATH_DEPTH && path.length <= PATH_CHARACTERS ? path : undefined
}

/** The path of the same value in each element of the innermost list on its way; undefined where there is none. */
export function eachPathOf(way: Way): JsonPath | undefined {
  const at = way.findLastIndex((name) => typeof name === 'number')
  if (at < 0 || !pathOf(way)) return undefined
  const list = way.slice(0, at).reduce<JsonPath>(pathBelow, '')
  return way.slice(at + 1).reduce<JsonPath>(pathBelow, `${list}/${EACH}`)
}
