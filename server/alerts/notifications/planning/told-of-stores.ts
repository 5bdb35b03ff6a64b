import type { Kysely } from 'kysely'
import type { Tables } from '../../../store/tables.ts'
import { selectToldOfStores } from './season-notice-queries.ts'

/** Of each hive of a transmitter whose stores end the channels that a hint told so: the same need not be told there again. */
export async function toldOfStores(db: Kysely<Tables>, controllerId: number): Promise<Map<number, number[]>> {
  const told = new Map<number, number[]>()
  for (const { scaleId, channelId } of await selectToldOfStores(db, controllerId)) {
    if (scaleId !== null) told.set(scaleId, [...(told.get(scaleId) ?? []), channelId])
  }
  return told
}
