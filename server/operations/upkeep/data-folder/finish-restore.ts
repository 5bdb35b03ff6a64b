import { lstatSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import { StartError } from '../../../platform/runtime/start-error.ts'
import { unlessMissing } from '../../../platform/runtime/unless-missing.ts'
import { syncToDisk, writeWhole } from '../../../platform/runtime/write-whole.ts'
import { databaseCompanions } from './data-folder.ts'

const Move = v.object({ from: v.string(), to: v.string() })
const Plan = v.object({ moves: v.array(Move) })
/**
 * Renames to perform in order. When they are recorded, no `to` exists, except those that an earlier rename moves away. Stored relative to the
 * data folder, which may be elsewhere at the next start.
 */
export type RestorePlan = v.InferOutput<typeof Plan>

export const restoreStage = (dataDir: string): string => path.join(dataDir, 'restore.part')
export const stagedDatabase = (databaseFile: string): string => `${databaseFile}.restore.part`
const planFile = (dataDir: string): string => path.join(dataDir, 'restore.json')

/** Whether there is something of this name, even a link that leads nowhere: a rename moves links, too. */
export const isThere = (name: string): boolean => lstatSync(name, { throwIfNoEntry: false }) !== undefined

/** Point of no return: from here on the next start completes the restore, whatever happens. */
export async function decideRestore(dataDir: string, plan: RestorePlan): Promise<void> {
  const moves = plan.moves.map(({ from, to }) => ({
    from: path.relative(dataDir, from),
    to: path.relative(dataDir, to),
  }))
  await writeWhole(planFile(dataDir), JSON.stringify({ moves }))
}

/** Removes the files of a restore that failed before the point of no return: they are as large as the backup. */
export async function dropStaged(dataDir: string, databaseFile: string): Promise<void> {
  await rm(restoreStage(dataDir), { recursive: true, force: true })
  for (const ending of ['', ...databaseCompanions])
    await rm(`${stagedDatabase(databaseFile)}${ending}`, { force: true })
}

const unreadable = (file: string) =>
  `${file}, the plan of a restore that was interrupted, is damaged: remove it and run npm run restore again`

/**
 * Performs the renames of a decided restore, including those that an interruption left out; does nothing if there is none. Nobody else may use
 * the folder in the meantime. Returns true if there was something to do.
 */
export async function finishRestore(dataDir: string): Promise<boolean> {
  const text = await unlessMissing(readFile(planFile(dataDir), 'utf8'))
  if (text === undefined) return false
  const plan = v.safeParse(v.pipe(v.string(), v.parseJson(), Plan), text)
  if (!plan.success) throw new StartError(unreadable(planFile(dataDir)))
  const { moves } = plan.output
  for (const move of moves) {
    const [from, to] = [path.resolve(dataDir, move.from), path.resolve(dataDir, move.to)]
    if (isThere(to)) continue
    await mkdir(path.dirname(to), { recursive: true, mode: 0o700 })
    await rename(from, to)
    await syncToDisk(path.dirname(from))
    await syncToDisk(path.dirname(to))
  }
  await rm(restoreStage(dataDir), { recursive: true, force: true })
  await rm(planFile(dataDir))
  await syncToDisk(dataDir)
  return true
}
