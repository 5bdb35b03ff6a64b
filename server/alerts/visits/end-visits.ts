import { type VisitSign, visitEnd } from '#domain/alerts/visit.ts'
import { LONGEST_VISIT_MS } from '#domain/alerts/visit-length.ts'
import { DAY_MS } from '#domain/platform/durations.ts'
import type { Deps } from '../../deps.ts'
import { readTimes } from './read-times.ts'
import { followChange, keepQuiet, type VisitStates } from './visit-change.ts'
import {
  endVisit,
  selectNoteTimes,
  selectScaleIds,
  selectSteps,
  selectUnended,
  type VisitRow,
} from './visit-queries.ts'

type EndDeps = Pick<Deps, 'database' | 'clock' | 'events'>

/**
 * Creates the job that ends visits nobody ended, each independently. The signs of a visit's end may
 * arrive late, so it is checked again for a day. While the clock is in doubt nothing ends.
 */
export function createVisitEnding(deps: EndDeps & Pick<Deps, 'loops'>): () => Promise<void> {
  const each = deps.loops('visits')
  return async () => {
    if (!deps.clock.isTrusted()) return
    const rows = await selectUnended(deps.database.db, deps.clock.now() - DAY_MS)
    await each.run(
      rows,
      ({ id }) => `visit ${id}`,
      async (row) => void (await endIfOver(deps, row)),
    )
  }
}

/** Ends a visit that is over and returns its new state; undefined if it stays as it was. */
export async function endIfOver(deps: EndDeps, row: VisitRow): Promise<VisitRow | undefined> {
  const now = deps.clock.now()
  const end = visitEnd(row.started_at, await readSigns(deps, row), now)
  // a visit that has ended stays so, unless later readings indicate another end
  if (!end || (end.endedAt === row.ended_at && end.endedBy === row.ended_by)) return undefined
  const states = await deps.database.db.transaction().execute(async (db): Promise<VisitStates> => {
    const ended = { before: row, after: await endVisit(db, row, { ended_at: end.endedAt, ended_by: end.endedBy }) }
    if (ended.after) await keepQuiet(db, ended, now)
    return ended
  })
  if (states.after) await followChange(deps, states)
  return states.after
}

async function readSigns({ database: { db } }: EndDeps, row: VisitRow): Promise<VisitSign[]> {
  const from = Math.floor(row.started_at / 1000)
  const to = Math.ceil((row.started_at + LONGEST_VISIT_MS) / 1000)
  const scaleIds = (await selectScaleIds(db, [row.controller_id])).map(({ id }) => id)
  const steps = await selectSteps(db, scaleIds, from, to)
  const times = [...(await readTimes(db, scaleIds, from, to)).values()].flat()
  const notes = await selectNoteTimes(db, row)
  return [
    ...steps.map(({ time }) => ({ time: time * 1000, moved: true })),
    ...notes.map(({ time }) => ({ time, moved: true })),
    ...times.map((time) => ({ time: time * 1000, moved: false })),
  ]
}
