import { rm } from 'node:fs/promises'
import * as v from 'valibot'
import { type ImportFindings, ImportMapping, type ImportProblem, type ImportStatus } from '#domain/hives/import.ts'
import { isDamaged } from '#domain/platform/damaged-error.ts'
import type { Deps } from '../../deps.ts'
import { isStorageUnavailable } from '../../platform/db/lane.ts'
import { createDueLoop, type DueLoop } from '../../platform/loops/due-loop.ts'
import { checkImport } from './check-import.ts'
import { importFile } from './import-file.ts'
import { type ImportDay, type ImportRow, selectWork, updateImport } from './import-queries.ts'
import type { Removed } from './import-tasks.ts'
import { UnreadableFile } from './read-rows.ts'
import { storeImport, tell } from './store-import.ts'

const AFTER_TROUBLE_MS = 5000
/** Imports that take longer than this no longer hold up those of other accounts. */
const PATIENCE_MS = 10_000
/** The maximum that run at a time, each of another account. */
const MOST = 3
const BEFORE_ALL: ImportDay = { scale_id: 0, from: 0 }

export type ImportLoop = DueLoop

type Outcome =
  | { status: Exclude<ImportStatus, 'failed' | 'checked'> }
  | { status: 'checked'; findings: ImportFindings }
  | { status: 'failed'; problem: ImportProblem }
  | { status: 'as it was' }

type Working = Pick<Deps, 'config' | 'database' | 'clock' | 'events' | 'logger' | 'ingest'>

/**
 * Checks, stores and undoes imports, those of one account one after the other. What a stop or a crash interrupted resumes at the next start; what the
 * database could not store resumes once it can. `patienceMs`: how long one holds up those of other accounts.
 */
export function createImportLoop(deps: Working, patienceMs = PATIENCE_MS): ImportLoop {
  const { db } = deps.database
  let isStopped = false
  let restsUntil = 0

  async function work(row: ImportRow): Promise<Outcome> {
    if (row.status === 'undoing') return undo(row)
    const file = importFile(deps.config, row.id)
    const mapping = v.parse(ImportMapping, JSON.parse(row.mapping ?? 'null'))
    const source = { importId: row.id, file, encoding: row.encoding, mapping, rowsDone: row.rows_done }
    if (row.status === 'checking') {
      await deps.ingest.settled()
      const told = async (bytesDone: number) =>
        void (await updateImport(db, row.id, ['checking'], { bytes_done: bytesDone }))
      const lines = JSON.parse(row.lines) as string[]
      return { status: 'checked', findings: await checkImport(deps, { ...source, lines }, told) }
    }
    if (!(await storeImport(deps, source, () => isStopped))) return { status: 'failed', problem: 'given_away' }
    if (!isStopped) await deps.ingest.settled()
    return isStopped ? { status: 'as it was' } : { status: 'imported' }
  }

  async function undo(row: ImportRow): Promise<Outcome> {
    let damaged = 0
    for (let after: ImportDay | undefined = BEFORE_ALL; after; ) {
      if (isStopped) return { status: 'as it was' }
      const step: Removed = await deps.database.write('removeImported', { importId: row.id, after })
      tell(deps, step)
      damaged += step.damaged
      after = step.last
    }
    await deps.ingest.settled()
    return damaged > 0 ? { status: 'failed', problem: 'undo_day_damaged' } : { status: 'undone' }
  }

  async function attempt(row: ImportRow): Promise<Outcome> {
    try {
      return await work(row)
    } catch (error) {
      if (error instanceof UnreadableFile) return { status: 'failed', problem: error.problem }
      deps.logger.error({ err: error, import: row.id }, 'an import could not continue')
      if (isStorageUnavailable(error)) {
        restsUntil = deps.clock.now() + AFTER_TROUBLE_MS
        return { status: 'as it was' }
      }
      return { status: 'failed', problem: isDamaged(error) ? 'day_damaged' : 'interrupted' }
    }
  }

  async function settle(row: ImportRow, outcome: Outcome): Promise<void> {
    if (outcome.status === 'as it was') return
    const { status } = outcome
    const changes = {
      status,
      ...('findings' in outcome ? { findings: JSON.stringify(outcome.findings) } : {}),
      ...('problem' in outcome ? { problem: outcome.problem } : {}),
      finished_at: status === 'imported' || status === 'undone' ? deps.clock.now() : null,
    }
    await updateImport(db, row.id, [row.status], changes)
    if (status === 'imported') await rm(importFile(deps.config, row.id), { force: true })
  }

  const loop = createDueLoop<ImportRow, Outcome>(deps, {
    name: 'imports',
    parallel: 1,
    sharing: {
      most: MOST,
      patienceMs,
      holdersOf: ({ account_id }) => ({ owner: account_id, receiver: account_id }),
      destinationsOf: () => [],
      isUrgent: () => true,
      verdictOf: () => 'answered',
    },
    selectDue: async (now, limit) => (now < restsUntil ? [] : selectWork(db, limit)),
    selectNextDue: async (after) => (after < restsUntil ? restsUntil : undefined),
    attempt,
    settle,
  })
  return {
    ...loop,
    stop() {
      isStopped = true
      return loop.stop()
    },
  }
}
