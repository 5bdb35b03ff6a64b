import type { Deps } from '../../deps.ts'
import { selectUncalibrated } from './calibration-queries.ts'

/** The channels of a transmitter that sent raw weights but are not calibrated, and when each last did, in epoch seconds. */
export async function readUncalibrated(
  { database }: Pick<Deps, 'database'>,
  controllerId: number,
): Promise<{ channel: number; sentAt: number }[]> {
  const rows = await selectUncalibrated(database.db, controllerId)
  return rows.map(({ channel, last_raw_at }) => ({ channel, sentAt: Math.floor(Number(last_raw_at) / 1000) }))
}
