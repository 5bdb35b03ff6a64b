import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../../platform/config/config.ts'
import { unlessMissing } from '../../platform/runtime/unless-missing.ts'
import { writeWhole } from '../../platform/runtime/write-whole.ts'

/** The names of stored files, and of those that were being written. Nobody else's file in this folder is touched. */
const OURS = /^[0-9a-f-]{36}\.bin(\.new)?$/

type Place = Pick<Config, 'filesDir'>

const firmwareFolder = ({ filesDir }: Place): string => path.join(filesDir, 'firmware')
export const firmwareFile = (config: Place, file: string): string => path.join(firmwareFolder(config), file)

/** Writes a file atomically: complete or not at all, whatever happens in between. */
export async function writeFirmwareFile(config: Place, file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(firmwareFolder(config), { recursive: true })
  await writeWhole(firmwareFile(config, file), bytes)
}

export const removeFirmwareFile = (config: Place, file: string): Promise<void> =>
  rm(firmwareFile(config, file), { force: true })

/** Removes files left behind by a crash: those that no row names and that have not been touched since `before` (epoch ms). */
export async function removeStrayFiles(config: Place, named: ReadonlySet<string>, before: number): Promise<void> {
  for (const name of (await unlessMissing(readdir(firmwareFolder(config)))) ?? []) {
    if (named.has(name) || !OURS.test(name)) continue
    const changedAt = (await unlessMissing(stat(firmwareFile(config, name))))?.mtimeMs
    if (changedAt !== undefined && changedAt < before) await removeFirmwareFile(config, name)
  }
}
