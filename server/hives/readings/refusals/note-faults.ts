import type { FieldFault } from '#domain/hives/doctor/field-fault.ts'
import type { LeftOut } from '#domain/hives/ingest-message.ts'
import type { Deps } from '../../../deps.ts'

/** Counts what could not be used of an accepted request. */
export function noteFaults(
  { fieldFaults }: Pick<Deps, 'fieldFaults'>,
  controllerId: number,
  faults: readonly FieldFault[],
): void {
  if (faults.length > 0) fieldFaults.note(controllerId, faults)
}

/** The limit per answer, as a transmitter may have to receive it over 2G. All faults are counted. */
const NAMED_MAXIMUM = 1000

/** The part of an answer that names what was left out, up to the limit; undefined if nothing was. */
export function leftOutOf(faults: readonly FieldFault[]): { leftOut: LeftOut[] } | undefined {
  if (faults.length === 0) return undefined
  const leftOut = faults
    .filter(({ isWhole }) => !isWhole)
    .slice(0, NAMED_MAXIMUM)
    .map(({ index, field, code }): LeftOut => ({ index, field, code }))
  return leftOut.length > 0 ? { leftOut } : undefined
}
