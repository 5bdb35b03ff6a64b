import { kgFromRaw } from '#domain/calibration.ts'
import type { Deps } from '../http/deps.ts'
import { selectCalibrations, upsertLastRaw } from './calibration-queries.ts'

/** A raw weight is only a help for calibrating: it need not be noted with each message. */
const NOTED_EVERY_MS = 600_000

type Raw = { channel: number; raw: number }

/**
 * The kg of raw weights, in their order; undefined where their channel is not calibrated yet. The newest one is noted, so
 * that a person who calibrates can look at it.
 */
export async function weighRaw(
  { database: { db }, clock }: Pick<Deps, 'database' | 'clock'>,
  controllerId: number,
  raws: readonly Raw[],
): Promise<(number | undefined)[]> {
  if (raws.length === 0) return []
  const now = clock.now()
  const known = new Map((await selectCalibrations(db, [controllerId])).map((row) => [row.channel, row]))
  for (const [channel, of] of Map.groupBy(raws, (raw) => raw.channel)) {
    const notedAt = known.get(channel)?.last_raw_at ?? 0
    if (now - notedAt < NOTED_EVERY_MS) continue
    await upsertLastRaw(db, { controller_id: controllerId, channel }, { last_raw: of.at(-1)!.raw, last_raw_at: now })
  }
  return raws.map(({ channel, raw }) => {
    const row = known.get(channel)
    if (row?.zero_raw == null || row.kg_per_raw === null) return undefined
    return kgFromRaw(raw, { offset: row.zero_raw, multiplier: row.kg_per_raw })
  })
}
