/** A hive that a rule can be about. */
export type RuledHive = { id: number; controllerId: number; name: string; isOwn: boolean }

/** Of several hives of one name each stands with its place. */
export function namedApart<Hive extends { name: string; place: string }>(hives: readonly Hive[]): Hive[] {
  const count = (name: string) => hives.filter((one) => one.name === name).length
  return hives.map((hive) => (count(hive.name) > 1 ? { ...hive, name: `${hive.name} (${hive.place})` } : hive))
}
