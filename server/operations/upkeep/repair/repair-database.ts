import { appendFileSync, closeSync, fsyncSync, openSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import { levelNumber } from '#domain/hives/tiles/timeline-tile.ts'
import type { Deps } from '../../../deps.ts'
import { rebuildSeries } from '../../../hives/timeline/rebuild-tiles.ts'
import type { FilePlace } from '../../../platform/config/database-place.ts'
import { openSqlite, type SqliteHandle } from '../../../platform/db/open-sqlite.ts'
import { pendingMigrations } from '../../../platform/db/run-migrations.ts'
import type { Clock } from '../../../platform/runtime/clock.ts'
import { makeFolder } from '../../../platform/runtime/start-error.ts'
import { unlessMissing } from '../../../platform/runtime/unless-missing.ts'
import { writeWhole } from '../../../platform/runtime/write-whole.ts'
import { type Checked, checkRows, type Damage, hasLasts, removeRow, rowOf } from '../backups/check-rows.ts'
import { describeChecked, describeDamage, STATE_REACHES_BACK_SECONDS } from '../backups/describe-damage.ts'
import { type Backups, openBackups } from '../backups/whole-backups.ts'
import { checkPages, moveOrphans } from './check-pages.ts'
import { renewLast } from './renew-last.ts'

type Told = (text: string) => void
type Place = {
  config: FilePlace
  clock: Clock
  told: Told
  /** Opens the database, once nobody else uses it. */
  openAlone: (file: string) => Deps['database']
}

/** `isWhole`: nothing is missing any more; `says`: the result in a sentence. */
export type Repaired = { isWhole: boolean; says: string }

const TOLD_EVERY_ROWS = 100_000

/**
 * Checks the whole database, which nobody else may use, and repairs it unless `onlyCheck`: raw tiles and detection states from the newest
 * backup that has them undamaged, hours, days and last values from the raw tiles. The bytes of anything that cannot be recovered are kept in a file in a
 * folder of their own. Each row is repaired separately: after an interruption it can start again.
 */
export async function repairDatabase(place: Place, onlyCheck: boolean): Promise<Repaired> {
  const { config, told } = place
  const sqlite = openSqlite(config.databaseFile, { readonly: false })
  let outcome: Outcome
  try {
    told('checking the pages of the database')
    const pages = checkPages(sqlite, onlyCheck)
    for (const text of pages.said) told(text)
    if (pages.isBroken) return { isWhole: false, says: `${BROKEN_PAGES} Nothing else was changed.` }
    const damages: Damage[] = []
    const checked = checkRows(sqlite, found(sqlite, damages, told), (rows) => {
      if (rows % TOLD_EVERY_ROWS === 0) told(`checking ${rows.toLocaleString('en')} rows`)
    })
    outcome = { checked, damages, orphans: pages.orphans.length, mended: pages.mended, repaired: 0, lost: 0 }
    if (!onlyCheck) await repairRows(place, sqlite, outcome, pages.orphans)
  } finally {
    sqlite.close()
  }
  if (!onlyCheck) await rebuildCoarse(place)
  return summary(outcome, onlyCheck)
}

const BROKEN_PAGES =
  'Pages of the database are damaged, and cannot be repaired in place: restore a backup (npm run restore).'

type Outcome = {
  checked: Checked
  damages: Damage[]
  orphans: number
  mended: number
  repaired: number
  lost: number
  aside?: string
}

const found =
  (sqlite: SqliteHandle, damages: Damage[], told: Told) =>
  (damage: Damage): void => {
    damages.push(damage)
    told(`damaged: ${describeDamage(sqlite, damage)}`)
  }

async function repairRows(
  { config, clock, told }: Place,
  sqlite: SqliteHandle,
  outcome: Outcome,
  orphans: Parameters<typeof moveOrphans>[1],
): Promise<void> {
  if (outcome.damages.length + orphans.length === 0) return
  await noteSeries(config, outcome.damages)
  const stamp = new Date(clock.now()).toISOString().slice(0, 19).replaceAll(':', '-')
  const aside = path.join(config.dataDir, `damaged-${stamp}`)
  makeFolder(aside)
  outcome.aside = aside
  const keep = keepIn(path.join(aside, 'rows.jsonl'))
  outcome.lost += moveOrphans(sqlite, orphans, keep)
  const backups = await openBackups(config)
  try {
    for (const damage of outcome.damages) {
      const said = await repairRow(sqlite, backups, damage, keep)
      if (said.isRepaired) outcome.repaired++
      else outcome.lost++
      told(`${describeDamage(sqlite, damage)}: ${said.how}`)
    }
  } finally {
    backups.close()
  }
  renewLasts(sqlite, outcome.damages)
}

/** The readings that last values are computed from are as good as they get by now. */
function renewLasts(sqlite: SqliteHandle, damages: readonly Damage[]): void {
  if (!hasLasts(sqlite)) return
  const changed = damages.filter(
    ({ table, key }) =>
      table === 'scale_last' || (table === 'tile' && key.level === levelNumber.raw && key.scale_id! > 0),
  )
  for (const scaleId of new Set(changed.map(({ key }) => key.scale_id!))) renewLast(sqlite, scaleId)
}

type Said = { isRepaired: boolean; how: string }
const isCoarse = ({ table, key }: Damage): boolean => table === 'tile' && key.level !== levelNumber.raw

async function repairRow(sqlite: SqliteHandle, backups: Backups, damage: Damage, keep: Keep): Promise<Said> {
  const { table, key } = damage
  if (table === 'scale_last') {
    keep({ table, ...rowOf(sqlite, table, key) })
    return { isRepaired: true, how: 'computed from the readings' }
  }
  const isRight = table === 'detector_checkpoint' ? sameReadings(sqlite, damage) : undefined
  const good = await backups.find(table, key, isRight)
  const usable = good && table !== 'inbox' && table !== 'set_aside' ? good : undefined
  keep({ table, ...rowOf(sqlite, table, key) })
  sqlite.transaction(() => {
    removeRow(sqlite, table, key)
    if (!usable) return
    const row = table === 'tile' ? { ...usable.row, revision: nextRevision(sqlite) } : usable.row
    insertRow(sqlite, table, row)
  })()
  if (usable) return { isRepaired: true, how: `taken from the backup ${usable.backup}` }
  if (isCoarse(damage)) return { isRepaired: true, how: 'rebuilt from the readings' }
  if (table === 'detector_checkpoint') return { isRepaired: true, how: 'removed; detection begins before it' }
  if (table === 'weather_month') return { isRepaired: true, how: 'removed; it is loaded again' }
  return { isRepaired: false, how: 'it is in no backup; its bytes were moved aside' }
}

/** A detection state depends on the readings before it: those must be the same in the backup as here. */
function sameReadings(sqlite: SqliteHandle, { key }: Damage): (backup: SqliteHandle) => boolean {
  const readings = (from: SqliteHandle) =>
    from
      .prepare<[number, number, number], { bytes: Buffer }>(
        'select bytes from tile where scale_id = ? and level = 0 and "from" >= ? and "from" < ? order by "from"',
      )
      .all(key.scale_id!, key.from! - STATE_REACHES_BACK_SECONDS, key.from!)
  const own = readings(sqlite)
  return (backup) => {
    const others = readings(backup)
    return others.length === own.length && others.every(({ bytes }, i) => bytes.equals(own[i]!.bytes))
  }
}

const nextRevision = (sqlite: SqliteHandle): number =>
  sqlite
    .prepare<[], { revision: number }>('update tile_cursor set revision = revision + 1 where id = 1 returning revision')
    .get()!.revision

function insertRow(sqlite: SqliteHandle, table: string, row: Record<string, unknown>): void {
  const names = Object.keys(row)
  const columns = names.map((name) => `"${name}"`).join()
  sqlite
    .prepare(`insert into "${table}" (${columns}) values (${names.map(() => '?').join()})`)
    .run(...Object.values(row))
}

type Keep = (row: Record<string, unknown>) => void

/** Writes one row per line, bytes in base64; it is on disk before the row is changed. */
function keepIn(file: string): Keep {
  return (row) => {
    const line = JSON.stringify(row, (_, value: unknown) =>
      (value as { type?: string } | null)?.type === 'Buffer'
        ? { base64: Buffer.from((value as { data: number[] }).data).toString('base64') }
        : value,
    )
    appendFileSync(file, `${line}\n`)
    const open = openSync(file, 'r')
    fsyncSync(open)
    closeSync(open)
  }
}

/** The file with the series whose hours and days are to be rebuilt, even after an interruption. */
const noteOf = ({ dataDir }: Place['config']): string => path.join(dataDir, 'repair.part')

async function notedSeries(config: Place['config']): Promise<number[]> {
  const text = await unlessMissing(readFile(noteOf(config), 'utf8'))
  return text === undefined ? [] : v.parse(v.pipe(v.string(), v.parseJson(), v.array(v.number())), text)
}

async function noteSeries(config: Place['config'], damages: readonly Damage[]): Promise<void> {
  const damaged = damages.filter(({ table }) => table === 'tile').map(({ key }) => key.scale_id!)
  await writeWhole(noteOf(config), JSON.stringify([...new Set([...(await notedSeries(config)), ...damaged])]))
}

async function rebuildCoarse({ config, told, openAlone }: Place): Promise<void> {
  const ids = await notedSeries(config)
  if (ids.length > 0) {
    const database = openAlone(config.databaseFile)
    try {
      if ((await pendingMigrations(database.db)).length > 0) {
        told(
          'hours and days can only be rebuilt once a start has upgraded the database: run npm run repair again after that',
        )
        return
      }
      for (const seriesId of ids) {
        const { changed } = await rebuildSeries(database, seriesId)
        if (changed > 0) told(`series ${seriesId}: ${changed} tiles of hours and days were rebuilt`)
      }
    } finally {
      await database.close()
    }
  }
  await rm(noteOf(config), { force: true })
}

function summary({ checked, damages, orphans, mended, repaired, lost, aside }: Outcome, onlyCheck: boolean): Repaired {
  const damaged = damages.length + orphans + mended
  const looked = `Looked at ${describeChecked(checked)}`
  if (damaged === 0) return { isWhole: true, says: `${looked}: none is damaged.` }
  if (onlyCheck) return { isWhole: false, says: `${looked}: ${damaged} damaged. Repair them with npm run repair.` }
  const kept = aside ? ` The damaged bytes are kept in ${aside}.` : ''
  return {
    isWhole: lost === 0,
    says: `${looked}: ${damaged} damaged, ${repaired + mended} repaired, ${lost} could not be recovered.${kept}`,
  }
}
