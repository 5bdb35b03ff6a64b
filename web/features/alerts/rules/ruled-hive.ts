/** A hive that a rule can apply to. */
export type RuledHive = { id: number; controllerId: number; name: string; isOwn: boolean }

/** Appends the place to the names of hives that share a name. */
export function namedApart<Hive extends { name: string; place: string }>(hives: readonly Hive[]): Hive[] {
  const count = (name: string) => hives.filter((one) => one.name === name).length
  return hives.map((hive) => (count(hive.name) > 1 ? { ...hive, name: `${hive.name} (${hive.place})` } : hive))
}
