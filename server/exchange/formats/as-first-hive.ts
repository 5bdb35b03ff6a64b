import type { Deps } from '../../deps.ts'
import type { DeviceMessage } from './device-message.ts'
import { claimFirstHive, type KeyHolder } from './format-queries.ts'

/**
 * Reads a message that may be of one of several devices with the same key: whoever weighs first has channel 1, even if another one sends at the
 * same moment.
 */
export async function asFirstHive(
  { database: { db } }: Pick<Deps, 'database'>,
  { id, first_hive }: Pick<KeyHolder, 'id' | 'first_hive'>,
  read: (firstHive: string | null) => DeviceMessage,
): Promise<DeviceMessage> {
  const message = read(first_hive)
  const { newHive, readings, raw } = message
  if (newHive === undefined || readings.length + raw.length === 0) return message
  const first = await claimFirstHive(db, id, newHive)
  return first === newHive ? message : read(first)
}
