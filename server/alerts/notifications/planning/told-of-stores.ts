import type { Kysely } from 'kysely'
import type { Tables } from '../../../store/tables.ts'
import { selectToldOfStores } from './season-notice-queries.ts'

/** Returns, for each hive of a transmitter running out of stores, the channels a hint already told: they need not hear it again. */
export async function toldOfStores(db: Kysely<Tables>, controllerId: number): Promise<Map<number, number[]>> {
  const told = new Map<number, number[]>()
  for (const { scaleId, channelId } of await selectToldOfStores(db, controllerId)) {
    if (scaleId !== null) told.set(scaleId, [...(told.get(scaleId) ?? []), channelId])
  }
  return told
}
