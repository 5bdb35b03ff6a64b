import { FUTURE_TOLERANCE_SECONDS } from '#domain/hives/reading.ts'
import type { ErrorCode } from '#domain/platform/error-code.ts'
import { momentMs } from '#domain/platform/moment.ts'
import type { Deps } from '../../deps.ts'
import { selectNotedAt, selectPoints, upsertLastRaw } from './calibration-queries.ts'
import { kgAt } from './weights-of.ts'

/** The last raw weight only helps people calibrate, so it need not be noted with each message. */
const NOTED_EVERY_MS = 600_000

/** `time` in ISO 8601. */
type Raw = { time: string; channel: number; raw: number }
type Weighing = Pick<Deps, 'database' | 'clock' | 'logger'>

/** Returns the raw weights in kg, in the same order; undefined where the channel was not calibrated at that time. */
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
 * Stores raw weights for future calibrations; resolves once they are durable. The newest one of a channel is noted every ten
 * minutes, to show it to whoever calibrates. Returns for each row why it was not stored, or undefined.
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
  if (damaged > 0) logger.error({ controllerId, damaged }, 'days of raw weights were damaged and were started over')
  await noteLast({ database, clock }, controllerId, past)
  const codes = refused.values()
  return rows.map(({ time }) => (time <= latest ? codes.next().value : 'time_in_future'))
}

const secondsOf = (time: string) => Math.floor((momentMs(time) ?? Number.NaN) / 1000)

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
