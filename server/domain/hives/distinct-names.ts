/**
 * Returns a name for each scale by its id: its own or, where several have the same, as new ones of different transmitters do,
 * with the name of its transmitter added.
 */
export function distinctNames<One extends { id: number; name: string }>(
  scales: readonly One[],
  placeOf: (scale: One) => string | undefined,
): Map<number, string> {
  const counts = new Map<string, number>()
  for (const { name } of scales) counts.set(name, (counts.get(name) ?? 0) + 1)
  return new Map(
    scales.map((scale) => {
      const { id, name } = scale
      const place = counts.get(name) === 1 ? undefined : placeOf(scale)
      return [id, place === undefined ? name : `${name}, ${place}`]
    }),
  )
}
