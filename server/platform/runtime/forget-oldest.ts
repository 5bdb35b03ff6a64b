const SHARE = 10

/**
 * Keeps a map from growing beyond `maximum`: the tenth of it that was put in first goes at once, as taking out one at a time
 * would walk over the places of all that went before.
 */
export function forgetOldest(map: Map<unknown, unknown>, maximum: number): void {
  if (map.size < maximum) return
  let left = Math.ceil(maximum / SHARE)
  for (const key of map.keys()) {
    if (left-- <= 0) return
    map.delete(key)
  }
}
