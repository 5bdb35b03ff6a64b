import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs'
import path from 'node:path'
import { systemClock } from '../runtime/clock.ts'
import { StartError } from '../runtime/start-error.ts'
import { syncToDisk, writeWhole } from '../runtime/write-whole.ts'
import { openSqlite, type SqliteHandle } from './open-sqlite.ts'

/** Prefix of the names of all these copies, which are close to the database. */
const PREFIX = 'before-upgrade-'
const KEPT = 2
const PAGES_AT_ONCE = 4096
const SPARE_BYTES = 16 * 1024 * 1024

const nameOfRun = (file: string): string => path.join(path.dirname(file), `${PREFIX}under-way`)

/**
 * Copies a database at migration `from` to a file next to it before its upgrade begins; the last two copies are kept. An upgrade
 * that was interrupted after its first migration keeps using the copy from when it began. Throws StartError if there is no
 * space, or the database is damaged.
 */
export async function copyBeforeUpgrade(sqlite: SqliteHandle, file: string, from: string): Promise<string> {
  const begun = copyOfRun(file)
  if (begun && begun.from !== from) return begun.copy
  if (begun) rmSync(begun.copy, { force: true })
  const folder = path.dirname(file)
  const time = new Date(systemClock.now()).toISOString().slice(0, 19).replaceAll(':', '-')
  const copy = path.join(folder, `${PREFIX}${from}-${time}.sqlite`)
  const unfinished = `${copy}.part`
  for (const name of readdirSync(folder)) {
    if (name.startsWith(PREFIX) && /\.part(-journal|-wal|-shm)?$/.test(name)) rmSync(path.join(folder, name))
  }
  requireRoom(sqlite, file)
  await writeWhole(nameOfRun(file), JSON.stringify({ from, copy: path.basename(copy) }))
  try {
    await sqlite.backup(unfinished, { progress: () => PAGES_AT_ONCE })
    checkCopy(unfinished, file)
    await syncToDisk(unfinished)
    renameSync(unfinished, copy)
  } catch (error) {
    for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(`${unfinished}${ending}`, { force: true })
    throw error
  }
  forgetOld(folder)
  return copy
}

/** Marks the upgrade as done, so that the next one makes its own copy. */
export const endUpgrade = (file: string): void => rmSync(nameOfRun(file), { force: true })

/** The copy of an upgrade in progress. Undefined if there is none or its copy is incomplete; then a new one is made. */
function copyOfRun(file: string): { from: string; copy: string } | undefined {
  try {
    const { from, copy } = JSON.parse(readFileSync(nameOfRun(file), 'utf8')) as { from: string; copy: string }
    const whole = path.join(path.dirname(file), path.basename(copy))
    return existsSync(whole) ? { from, copy: whole } : undefined
  } catch {
    return undefined
  }
}

function requireRoom(sqlite: SqliteHandle, file: string): void {
  const folder = path.dirname(file)
  const pages = Number(sqlite.pragma('page_count', { simple: true }))
  const bytes = pages * Number(sqlite.pragma('page_size', { simple: true })) + SPARE_BYTES
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize >= bytes) return
  const missing = Math.ceil((bytes - bavail * bsize) / 1e6)
  throw new StartError(
    `${folder} has no room for the copy of the database that is made before an upgrade: make room for ${missing} MB more and start again`,
  )
}

function checkCopy(copy: string, file: string): void {
  const sqlite = openSqlite(copy, { readonly: false })
  try {
    sqlite.pragma('journal_mode = DELETE')
    const said = String(sqlite.pragma('quick_check(1)', { simple: true })).replaceAll('\n', ' ')
    if (said === 'ok') return
    throw new StartError(
      `${file} is damaged (${said}) and was not upgraded: run npm run repair, or restore a backup (npm run restore)`,
    )
  } finally {
    sqlite.close()
  }
}

function forgetOld(folder: string): void {
  const copies = readdirSync(folder)
    .filter((name) => name.startsWith(PREFIX) && name.endsWith('.sqlite'))
    .map((name) => ({ name, at: statSync(path.join(folder, name)).mtimeMs }))
    .sort((a, b) => b.at - a.at)
  for (const { name } of copies.slice(KEPT)) rmSync(path.join(folder, name))
}
