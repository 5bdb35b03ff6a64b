const SHARE = 10

/**
 * Keeps a map from growing beyond `maximum`: removes the oldest tenth at once, as removing one entry at a time
 * would iterate over the slots of all those removed before.
 */
export function forgetOldest(map: Map<unknown, unknown>, maximum: number): void {
  if (map.size < maximum) return
  let left = Math.ceil(maximum / SHARE)
  for (const key of map.keys()) {
    if (left-- <= 0) return
    map.delete(key)
  }
}
