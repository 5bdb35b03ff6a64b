import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { isStorageUnavailable } from '../../../platform/db/lane.ts'
import type { SqliteHandle } from '../../../platform/db/open-sqlite.ts'
import { decodeInboxRows, encodeInboxRows, INBOX_FIELDS, rowAt, seriesAt, timeAt } from '../inbox/inbox-rows.ts'
import type { HotStatements, SetAsideRow } from '../store/hot-statements.ts'
import type { DueDays } from './due-days.ts'
import type { OpenTiles } from './open-tiles.ts'
import { decodeDays, messageOf, reasonOf } from './set-aside-rows.ts'

type Folding = {
  sqlite: SqliteHandle
  statements: () => HotStatements
  tiles: OpenTiles
  due: DueDays
  triedAgain: Map<string, number>
  needsRollUp(seriesId: number, day: number): void
  forgetTried(scaleIds: readonly number[]): void
  ahead(work: () => void): void
}

/** What administrators can do with rows that were set aside, in the writer thread. */
export function createSetAsideChanges(folding: Folding) {
  const { sqlite, statements, tiles, due, triedAgain, needsRollUp, forgetTried, ahead } = folding

  /** Puts rows that can be merged now back into the inbox, and deletes their set-aside row in the same transaction. */
  function retryReadings(row: SetAsideRow, nowMs: number): void {
    const { length, fields } = decodeInboxRows(row.body ?? new Uint8Array())
    const rows = Array.from({ length }, (_, at) => rowAt(fields, at * INBOX_FIELDS))
    let problem: unknown
    ahead(() => {
      tiles.merge(rows, (_, error) => {
        problem ??= error
      })
      sqlite
        .transaction(() => {
          if (problem === undefined) {
            statements().insertInbox.run(row.controller_id, row.received_at, encodeInboxRows({ length, fields }), null)
            statements().deleteSetAside.run(row.id)
          } else {
            statements().updateSetAside.run(reasonOf(problem), messageOf(problem), row.body, nowMs, row.id)
          }
        })
        .immediate()
      // so that the next try reads again what could not be read
      tiles.trim()
    })
    if (problem !== undefined) return
    for (const each of rows) needsRollUp(seriesAt(each, 0), timeAt(each, 0) - (timeAt(each, 0) % DAY_SECONDS))
  }

  function retry(row: SetAsideRow, nowMs: number): void {
    const { series_id: seriesId, stage, body } = row
    if (stage === 'readings') {
      retryReadings(row, nowMs)
      return
    }
    const days = stage === 'roll_up' ? decodeDays(body ?? new Uint8Array()) : []
    triedAgain.set(`${stage} ${seriesId}`, row.id)
    if (stage === 'roll_up') for (const day of days) needsRollUp(seriesId, day)
    else {
      due.release(seriesId)
      if (!due.of(seriesId)) forgetTried([seriesId])
    }
  }

  return {
    /** Retries what was set aside, in the next folds. Returns false if it does not exist. */
    trySetAside({ id, nowMs }: { id: number; nowMs: number }): boolean {
      const row = statements().readSetAside.get(id)
      if (!row) return false
      try {
        retry(row, nowMs)
      } catch (error) {
        if (isStorageUnavailable(error)) throw error
        // the row's own bytes are damaged
        statements().updateSetAside.run('damaged', messageOf(error), row.body, nowMs, id)
      }
      return true
    },

    /** Gives up what was set aside. Returns false if it did not exist. */
    dropSetAside({ id }: { id: number }): boolean {
      const row = statements().readSetAside.get(id)
      if (!row) return false
      const { series_id: seriesId, stage } = row
      sqlite
        .transaction(() => {
          if (stage === 'detection')
            for (const day of due.of(seriesId)?.keys() ?? []) statements().deleteDue.run(seriesId, day)
          statements().deleteSetAside.run(id)
        })
        .immediate()
      if (stage === 'detection') {
        due.drop(seriesId)
        due.release(seriesId)
      }
      triedAgain.delete(`${stage} ${seriesId}`)
      return true
    },
  }
}
