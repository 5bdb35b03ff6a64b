/** A hive that a rule can apply to. */
export type RuledHive = { id: number; controllerId: number; name: string; isOwn: boolean }
