import type { AssignedQuantity, AssignedUnit } from '#domain/hives/unknown-field.ts'
import type { Deps } from '../../deps.ts'
import { toUnknownField } from './to-unknown-field.ts'
import { selectUnknownFields } from './unknown-field-queries.ts'

/** The meanings that the owner of a transmitter has set for names. */
export async function readMeanings(
  { database: { db } }: Pick<Deps, 'database'>,
  controllerId: number,
): Promise<{ name: string; quantity: AssignedQuantity; channel: number; unit: AssignedUnit }[]> {
  const fields = (await selectUnknownFields(db, controllerId)).map(toUnknownField)
  return fields.flatMap(({ name, meaning }) => (meaning ? [{ name, ...meaning }] : []))
}
