import type { ScaleFields } from './check-scale.ts'

export const masses = ['emptyWeight', 'feedStock'] as const
export type MassJump = { name: (typeof masses)[number]; from: number; to: number }

/** A misplaced decimal mark changes a mass by at least this factor; a person hardly ever means to. */
const JUMP = 9

/** Returns the masses in kg that would change about tenfold, up or down: often a sign of a misplaced decimal mark. */
export function massJumps(before: Pick<ScaleFields, MassJump['name']>, fields: Pick<ScaleFields, MassJump['name']>) {
  return masses
    .map((name): MassJump => ({ name, from: before[name], to: fields[name] }))
    .filter(({ from, to }) => from > 0 && to > 0 && (to / from >= JUMP || from / to >= JUMP))
}
