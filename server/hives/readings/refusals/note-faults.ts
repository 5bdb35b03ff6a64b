import type { FieldFault } from '#domain/hives/field-fault.ts'
import type { LeftOut } from '#domain/hives/ingest-message.ts'
import type { Deps } from '../../../deps.ts'

/** Counts what could not be used of a request that was taken. */
export function noteFaults(
  { fieldFaults }: Pick<Deps, 'fieldFaults'>,
  imei: string,
  faults: readonly FieldFault[],
): void {
  if (faults.length > 0) fieldFaults.note(imei, faults)
}

/** No answer is longer than what it answers: a transmitter may hear it on 2G. All of it is counted. */
const NAMED_MAXIMUM = 1000

/** The part of an answer that names what was left out, of very much the first; nothing where nothing was. */
export function leftOutOf(faults: readonly FieldFault[]): { leftOut: LeftOut[] } | undefined {
  if (faults.length === 0) return undefined
  const leftOut = faults
    .filter(({ isWhole }) => !isWhole)
    .slice(0, NAMED_MAXIMUM)
    .map(({ index, field, code }): LeftOut => ({ index, field, code }))
  return leftOut.length > 0 ? { leftOut } : undefined
}
