import type { Deps } from '../../http/deps.ts'
import type { KnownDevice } from './decode-fields.ts'
import { type KeyHolder, selectChannels } from './format-queries.ts'

/** What is known of a transmitter before its message is read. */
export async function readKnownDevice(
  { database: { db } }: Pick<Deps, 'database'>,
  { id }: Pick<KeyHolder, 'id'>,
): Promise<KnownDevice> {
  return { scales: new Set(await selectChannels(db, id)), assigned: new Map() }
}
