import type { Kysely } from 'kysely'
import type { ErrorCode } from '#domain/platform/error-code.ts'
import type { ForeignWrites } from '../../platform/db/sqlite-lane.ts'
import { translate } from '../../platform/runtime/translate.ts'
import type { Tables } from '../../store/tables.ts'
import type { FilledColumn, ReadingChanges, ReadingNews } from '../readings/change-readings.ts'
import { insertFilledScale, selectScalesOn, selectUnknownOwnersLanguage } from './unknown-field-queries.ts'

export type Fill = {
  controllerId: number
  channel: number
  column: FilledColumn
  nowMs: number
  /** Epoch seconds, and the values in a tile's units. */
  time: Int32Array
  values: Int32Array
}

/** What the writer does for values whose meaning became known: they are put beside what was read at their times, or taken back. */
export const createFillTask = (db: Kysely<Tables>, changes: ReadingChanges, foreignWrites: ForeignWrites) => ({
  async fillReadings(fill: Fill): Promise<(ReadingNews & { filled: number[] }) | ErrorCode> {
    const { controllerId, channel, column, nowMs, time, values } = fill
    const scales = await selectScalesOn(db, controllerId, channel)
    const inUse = scales.find(({ state }) => state !== 'archived')
    if (inUse?.state === 'deactivated') return 'scale_deactivated'
    if (!inUse && scales.length > 0) return 'scale_archived'
    let scaleId = inUse?.id
    if (scaleId === undefined) {
      const name = translate(await selectUnknownOwnersLanguage(db, controllerId), 'ingest.scale_name', { channel })
      const type = { weight: 'weight', temperature: 'thermometer', humidity: 'humidity' } as const
      scaleId = await insertFilledScale(db, {
        controller_id: controllerId,
        channel,
        name,
        type: type[column],
        created_at: nowMs,
      })
      foreignWrites.count++
    }
    const filled: number[] = []
    const news = await changes.fill([{ scaleId, column, time, values }], async (days) => {
      for (const { from, time: offsets } of days) for (const offset of offsets) filled.push(from + offset)
    })
    return { ...news, filled }
  },

  /** Takes back what was filled in on a channel; of a scale that is no longer there nothing is left. */
  async takeBackReadings({ controllerId, channel, column, time, values }: Fill): Promise<ReadingNews> {
    const scales = await selectScalesOn(db, controllerId, channel)
    return changes.takeBack(
      scales.map(({ id: scaleId }) => ({ scaleId, column, time, values })),
      async () => undefined,
    )
  },
})
