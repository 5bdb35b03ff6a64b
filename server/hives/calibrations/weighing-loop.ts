import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../../deps.ts'
import { createDueLoop, type DueLoop } from '../../platform/loops/due-loop.ts'
import { tell } from '../imports/store-import.ts'
import { selectWeighingsDue } from './calibration-queries.ts'

/** A rest between parts, as transmitters take priority. */
const REST_MS = 5
const AFTER_TROUBLE_MS = 60_000

type Row = Awaited<ReturnType<typeof selectWeighingsDue>>[number]

/** Reweighs the stored raw weights of calibrated scales, part by part. After a stop or a crash it resumes where it left off. */
export function createWeighingLoop(deps: Pick<Deps, 'database' | 'clock' | 'logger' | 'events' | 'ingest'>): DueLoop {
  const { database, clock, logger } = deps
  /** Scales that could not be reweighed pause until then, so that others get their turn. */
  const restsUntil = new Map<number, number>()

  async function weigh({ id, controller_id, channel, channel_since, from }: Row): Promise<void> {
    const scale = { scaleId: id, controllerId: controller_id, channel }
    const times = { from: Number(from), since: Number(channel_since) / 1000 }
    const { more, ...news } = await database.write('weighKept', { ...scale, ...times })
    tell(deps, news)
    if (more) await pause(REST_MS)
    else await deps.ingest.settled('briefly')
  }

  return createDueLoop<Row, void>(deps, {
    name: 'weighings',
    parallel: 1,
    selectDue: async (now, limit) => {
      const rows = await selectWeighingsDue(database.db, limit + restsUntil.size)
      return rows.filter(({ id }) => (restsUntil.get(id) ?? 0) <= now).slice(0, limit)
    },
    selectNextDue: async (after) => {
      const next = [...restsUntil.values()].filter((until) => until > after)
      return next.length > 0 ? Math.min(...next) : undefined
    },
    async attempt(row) {
      try {
        await weigh(row)
        restsUntil.delete(row.id)
      } catch (error) {
        logger.error({ err: error, scale: row.id }, 'stored raw weights could not be converted; will try again')
        restsUntil.set(row.id, clock.now() + AFTER_TROUBLE_MS)
      }
    },
    settle: async () => undefined,
  })
}
