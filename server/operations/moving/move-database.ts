import path from 'node:path'
import { toPostgresStartError } from '../../platform/db/check-postgres.ts'
import { MigrationError } from '../../platform/db/run-migrations.ts'
import { isThere, StartError } from '../../platform/runtime/start-error.ts'
import { lockData } from '../upkeep/data-folder/data-lock.ts'
import { openData } from '../upkeep/data-folder/open-data.ts'
import type { Address } from './address.ts'
import type { Meanwhile } from './answer-meanwhile.ts'
import { moveTables, type Step, type Totals } from './move-tables.ts'
import { openPostgresSource } from './postgres-source.ts'
import { openPostgresTarget } from './postgres-target.ts'
import type { Source, Target } from './side.ts'
import { openSqliteSource } from './sqlite-source.ts'
import { openSqliteTarget } from './sqlite-target.ts'

export type Move = { from: Address; to: Address; dataDir: string }
type Deps = {
  run: string
  told: (text: string) => void
  onStep: (step: Step) => void
  /** Starts answering in place of the server. */
  answer?: () => Promise<Meanwhile | undefined>
}

/**
 * Moves all rows of a database into an empty one of the other engine, or resumes an earlier run. The source is only read, and nobody else may
 * use either in the meantime. Throws DataInUseError, and StartError with what to do.
 */
export async function moveDatabase(deps: Deps, { from, to, dataDir }: Move): Promise<Totals> {
  const [database] = [from, to].filter(({ kind }) => kind === 'file')
  if (from.kind === to.kind || !database) throw new StartError(sameEngineWords[from.kind])
  // a lock would create its folder
  if (from.kind === 'file' && !isThere(path.dirname(from.file)))
    throw new StartError(`there is no database in ${from.file}`)
  const place = { dataDir, database }
  const lock = from.kind === 'file' ? await openData(place, deps.told) : lockData(place)
  try {
    return await moveAlone(deps, from, to)
  } finally {
    lock.release()
  }
}

async function moveAlone(deps: Deps, from: Address, to: Address): Promise<Totals> {
  const source = await saying(from, '--from', () => openSource(from))
  const meanwhile = await deps.answer?.()
  try {
    const target = await saying(to, '--to', () => openTarget(to, source, deps.run))
    try {
      return await saying(from, '--from', () => saying(to, '--to', () => moveInto(target, source, deps)))
    } finally {
      await target.close()
    }
  } finally {
    meanwhile?.close()
    await source.close()
  }
}

async function moveInto(target: Target, source: Source, { onStep }: Deps): Promise<Totals> {
  const totals = await moveTables(source, target, onStep)
  await target.finish()
  return totals
}

const sameEngineWords = {
  file: 'both databases are files: stop the server and copy the file, or restore a backup (npm run restore)',
  postgres: 'both databases are in PostgreSQL: move it with pg_dump and pg_restore',
}

const openSource = async (from: Address): Promise<Source> =>
  from.kind === 'file' ? openSqliteSource(from.file, { withoutZeros: true }) : openPostgresSource(from.url, from.place)

const openTarget = (to: Address, source: Source, run: string) =>
  to.kind === 'file' ? openSqliteTarget(to.file, source) : openPostgresTarget({ ...to, run }, source)

/** Turns an engine's error into a sentence that names the option at fault. */
async function saying<T>(address: Address, option: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const known = address.kind === 'postgres' ? toPostgresStartError(error, address.url) : undefined
    if (known) throw new StartError(known.message.replace('DATABASE_URL', option), { cause: error })
    if (error instanceof MigrationError) throw new StartError(`${address.place}: ${error.message}`, { cause: error })
    throw error
  }
}
