import type { Kysely } from 'kysely'
import { scaleAt } from '#domain/hives/scale-at.ts'
import type { ErrorCode } from '#domain/platform/error-code.ts'
import type { ForeignWrites } from '../../platform/db/sqlite-lane.ts'
import { translate } from '../../platform/runtime/translate.ts'
import type { Tables } from '../../store/tables.ts'
import { broughtAmong, forgetBrought } from '../imports/forget-brought.ts'
import type { FilledColumn, ReadingChanges, ReadingNews, ScaleColumn, Seconds } from '../readings/change-readings.ts'
import { insertFilledScale, selectScalesOn, selectUnknownOwnersLanguage, settleTypes } from './unknown-field-queries.ts'

export type Fill = {
  controllerId: number
  channel: number
  column: FilledColumn
  nowMs: number
  /** `time` in epoch seconds, `values` in a tile's units. */
  time: Seconds
  values: Int32Array
}

/** `filled`: the times that have their value from this now; `kept`: how many already had one, which stays. */
export type Filled = { filled: number[]; kept: number }

/** Writer tasks for values whose meaning was set later: they are added to the readings at their times, or removed again. */
export const createFillTask = (db: Kysely<Tables>, changes: ReadingChanges, foreignWrites: ForeignWrites) => ({
  /** What was measured under another name stays; what an import brought is replaced, as if the transmitter sent it now. */
  async fillReadings(fill: Fill): Promise<(ReadingNews & Filled) | ErrorCode> {
    const { controllerId, channel, column, nowMs, time, values } = fill
    const scales = await selectScalesOn(db, controllerId, channel)
    if (scales.length === 0) {
      const name = translate(await selectUnknownOwnersLanguage(db, controllerId), 'ingest.scale_name', { channel })
      scales.push(await insertFilledScale(db, { ...{ controller_id: controllerId, channel, name }, column, nowMs }))
      foreignWrites.count++
    }
    // each value arrived at the time it was measured
    const stood = Array.from(time, (seconds) => scaleAt(scales, channel, seconds, seconds * 1000))
    const now = scaleAt(scales, channel, nowMs / 1000, nowMs)
    const refused = (stood.length > 0 ? stood : [now]).findLast((scale) => typeof scale === 'string')
    const rows = Map.groupBy(
      stood.keys().filter((i) => typeof stood[i] === 'number'),
      (i) => stood[i] as number,
    )
    if (refused && rows.size === 0) return refused
    const parts = await Promise.all(
      [...rows].map(async ([scaleId, own]) => {
        const part: ScaleColumn = {
          ...{ scaleId, column },
          time: Uint32Array.from(own, (i) => time[i]!),
          values: Int32Array.from(own, (i) => values[i]!),
        }
        return { ...part, over: await broughtAmong(db, part) }
      }),
    )
    const filled = new Set(parts.flatMap(({ over }) => [...over]))
    const news = await changes.fill(parts, async (days) => {
      if (column === 'weight') await settleTypes(db, [...rows.keys()])
      for (const { over, ...part } of parts) if (over.size > 0) await forgetBrought(db, part)
      for (const { from, time: offsets } of days) for (const offset of offsets) filled.add(from + offset)
    })
    // a type may have been settled
    foreignWrites.count++
    const placed = parts.reduce((sum, part) => sum + part.time.length, 0)
    return { ...news, filled: [...filled], kept: placed - filled.size }
  },

  /** Removes what was filled in on a channel. */
  async takeBackReadings({ controllerId, channel, column, time, values }: Fill): Promise<ReadingNews> {
    const scales = await selectScalesOn(db, controllerId, channel)
    return changes.takeBack(
      scales.map(({ id: scaleId }) => ({ scaleId, column, time, values })),
      async () => undefined,
    )
  },
})
