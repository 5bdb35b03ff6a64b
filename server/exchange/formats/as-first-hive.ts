import type { Deps } from '../../deps.ts'
import type { DeviceMessage } from './device-message.ts'
import { claimFirstHive, type KeyHolder } from './format-queries.ts'

/**
 * Reads a message that may be of one of several devices with the same key: whoever weighs first has channel 1, even if another one sends at the
 * same moment.
 */
export async function asFirstHive<Read extends object>(
  { database: { db } }: Pick<Deps, 'database'>,
  { id, first_hive }: Pick<KeyHolder, 'id' | 'first_hive'>,
  read: (firstHive: string | null) => Read & { message?: DeviceMessage },
): Promise<Read> {
  const asFirst = read(first_hive)
  const { newHive, readings = [], raw = [] } = asFirst.message ?? {}
  if (newHive === undefined || readings.length + raw.length === 0) return asFirst
  const first = await claimFirstHive(db, id, newHive)
  return first === newHive ? asFirst : read(first)
}
