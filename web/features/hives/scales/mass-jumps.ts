import type { ScaleFields } from './check-scale.ts'

export const masses = ['emptyWeight', 'feedStock'] as const
export type MassJump = { name: (typeof masses)[number]; from: number; to: number }

/** So far a slipped decimal mark brings a mass, and a person hardly ever. */
const JUMP = 9

/** Which masses in kg would become about ten times as much, or as little: often a decimal mark is missing. */
export function massJumps(before: Pick<ScaleFields, MassJump['name']>, fields: Pick<ScaleFields, MassJump['name']>) {
  return masses
    .map((name): MassJump => ({ name, from: before[name], to: fields[name] }))
    .filter(({ from, to }) => from > 0 && to > 0 && (to / from >= JUMP || from / to >= JUMP))
}
