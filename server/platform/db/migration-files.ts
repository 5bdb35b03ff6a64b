import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { Migration } from 'kysely/migration'

// in a bundle they have their own folder and file extension
const folder = path.join(import.meta.dirname, '../../../migrations')
const ENDING = '.ts'

/** All migrations that this version knows, in order. */
export const migrationNames = (): string[] =>
  readdirSync(folder)
    .filter((file) => /^\d{4}-/.test(file) && path.extname(file) === ENDING)
    .map((file) => path.basename(file, ENDING))
    .sort()

export const loadMigration = (name: string): Promise<Migration> => import(path.join(folder, `${name}${ENDING}`))
