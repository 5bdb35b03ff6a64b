import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'
import { checkRows } from './check-rows.ts'
import type { CopyMessage, CopySetup } from './copy-database.ts'
import { describeDamage } from './describe-damage.ts'

const PAGES_AT_ONCE = 256
const NICENESS = 10
const TOLD_EVERY_MS = 250
const LONGEST_REST_MS = 1000
const ROWS_AT_ONCE = 500
const TOLD_AT_MOST = 20

const { from, to, cancelled } = workerData as CopySetup
const flag = new Int32Array(cancelled)
const tell = (message: CopyMessage) => parentPort?.postMessage(message)

// transmitters and the writer come first; only on Linux can threads have different priorities
if (process.platform === 'linux') setPriority(Number(path.basename(readlinkSync('/proc/thread-self'))), NICENESS)

const source = new Sqlite(from, { readonly: true })
// this transaction fixes the state to copy, whatever is written meanwhile; without it each write would restart the copy
source.exec('begin')
source.prepare('select count(*) from sqlite_master').get()

let toldAt = 0
let since = performance.now()

/** Pauses for as long as it worked: transmitters wait for the same disk. */
function restAsLong(): void {
  Atomics.wait(flag, 0, 0, Math.min(Math.max(1, performance.now() - since), LONGEST_REST_MS))
  if (Atomics.load(flag, 0) !== 0) throw new Error('cancelled')
  since = performance.now()
}

await source.backup(to, {
  progress({ totalPages, remainingPages }) {
    const now = performance.now()
    if (now - toldAt >= TOLD_EVERY_MS) {
      toldAt = now
      tell({ done: totalPages === 0 ? 1 : 1 - remainingPages / totalPages })
    }
    restAsLong()
    return PAGES_AT_ONCE
  },
})
source.exec('commit')
source.close()

const copy = new Sqlite(to)
copy.pragma('journal_mode = DELETE')
const damage = readAll(copy)
const schema = copy.prepare<[], { name: string }>('select max(name) as name from kysely_migration').get()?.name
copy.close()
tell({ schema: schema ?? '', damage })

/** Checks the pages, then the rows in our own format with their checksums; returns the damage in words. */
function readAll(copy: Sqlite.Database): string[] {
  const found: string[] = []
  let left = 0
  const note = (text: string) => {
    if (found.length < TOLD_AT_MOST) found.push(text)
    else left++
  }
  try {
    const pages = String(copy.pragma('quick_check(1)', { simple: true }))
    if (pages !== 'ok') note(pages.replaceAll('\n', ' '))
    since = performance.now()
    checkRows(
      copy,
      (damaged) => note(describeDamage(copy, damaged)),
      (rows) => {
        if (rows % ROWS_AT_ONCE === 0) restAsLong()
      },
    )
  } catch (error) {
    if (Atomics.load(flag, 0) !== 0) throw error
    note((error as Error).message)
  }
  return left > 0 ? [...found, `and ${left} more`] : found
}
