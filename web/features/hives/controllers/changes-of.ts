/** Returns the wanted settings that differ from the transmitter's; undefined if none do. */
export function changesOf<Changes extends object>(controller: object, wanted: Changes): Changes | undefined {
  const entries = Object.entries(wanted).filter(
    ([field, value]) => JSON.stringify(Reflect.get(controller, field)) !== JSON.stringify(value),
  )
  return entries.length > 0 ? (Object.fromEntries(entries) as Changes) : undefined
}
