import { FUTURE_TOLERANCE_SECONDS } from '#domain/hives/reading.ts'
import type { ErrorCode } from '#domain/platform/error-code.ts'
import type { Deps } from '../../deps.ts'
import { selectNotedAt, selectPoints, upsertLastRaw } from './calibration-queries.ts'
import { kgAt } from './weights-of.ts'

/** The last raw weight is only a help for calibrating: it need not be noted with each message. */
const NOTED_EVERY_MS = 600_000

/** `time` in ISO 8601. */
type Raw = { time: string; channel: number; raw: number }
type Weighing = Pick<Deps, 'database' | 'clock' | 'logger'>

/** The kg of raw weights, in their order; undefined where their channel is not calibrated yet. */
export async function weighRaw(
  { database: { db } }: Weighing,
  controllerId: number,
  raws: readonly Raw[],
): Promise<(number | undefined)[]> {
  if (raws.length === 0) return []
  const points = await selectPoints(db, controllerId)
  return raws.map(({ channel, raw, time }) => kgAt(points, channel, secondsOf(time), raw))
}

/**
 * Keeps raw weights for the calibrations to come; resolves when that is durable. The newest of a channel is noted now and then, so
 * that a person who calibrates can look at it. Says by row why one is not kept.
 */
export async function keepRaw(
  { database, clock, logger }: Weighing,
  controllerId: number,
  raws: readonly Raw[],
): Promise<(ErrorCode | undefined)[]> {
  if (raws.length === 0) return []
  const latest = Math.floor(clock.latest() / 1000) + FUTURE_TOLERANCE_SECONDS
  const rows = raws.map(({ channel, raw, time }) => ({ channel, raw, time: secondsOf(time) }))
  const past = rows.filter(({ time }) => time <= latest)
  const nowMs = clock.now()
  const { refused, damaged } = await database.write('keepRawWeights', { controllerId, nowMs, rows: past })
  if (damaged > 0) logger.error({ controllerId, damaged }, 'days of raw weights were damaged, and begun anew')
  await noteLast({ database, clock }, controllerId, past)
  const codes = refused.values()
  return rows.map(({ time }) => (time <= latest ? codes.next().value : 'time_in_future'))
}

const secondsOf = (time: string) => Math.floor(Date.parse(time) / 1000)

async function noteLast(
  { database: { db }, clock }: Pick<Deps, 'database' | 'clock'>,
  controllerId: number,
  rows: readonly { channel: number; raw: number }[],
): Promise<void> {
  const now = clock.now()
  const notedAt = new Map((await selectNotedAt(db, controllerId)).map((row) => [row.channel, Number(row.last_raw_at)]))
  for (const [channel, of] of Map.groupBy(rows, (row) => row.channel)) {
    if (now - (notedAt.get(channel) ?? 0) < NOTED_EVERY_MS) continue
    await upsertLastRaw(db, { controller_id: controllerId, channel }, { last_raw: of.at(-1)!.raw, last_raw_at: now })
  }
}
