import type { Deps } from '../../deps.ts'
import { selectUnknownFields } from './unknown-field-queries.ts'

const RECENT_MS = 3 * 24 * 3600_000

/** Names a transmitter sent in the last three days whose meaning nobody has set. */
export async function readUnknownNames(
  { database: { db }, clock }: Pick<Deps, 'database' | 'clock'>,
  controllerId: number,
): Promise<string[]> {
  const since = clock.now() - RECENT_MS
  const fields = await selectUnknownFields(db, controllerId)
  return fields.filter((field) => field.quantity === null && Number(field.last_at) >= since).map(({ name }) => name)
}
