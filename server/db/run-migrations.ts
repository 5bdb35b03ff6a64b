import { mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { Kysely, SqliteDialect } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { openSqlite } from './open-sqlite.ts'
import type { Tables } from './tables.ts'

const folder = path.join(import.meta.dirname, '../../migrations')

const migrationFiles = () => readdirSync(folder).filter((file) => /^\d{4}-.*\.ts$/.test(file))

async function getMigrations(): Promise<Record<string, Migration>> {
  const named = migrationFiles().map(
    async (file) => [file.replace('.ts', ''), await import(path.join(folder, file))] as const,
  )
  return Object.fromEntries(await Promise.all(named))
}

/**
 * Brings a database to the newest schema, or to `target`. Each migration runs in a transaction: one that fails leaves the
 * database as it was, and the error is thrown.
 */
export async function runMigrations(database: string | Kysely<Tables>, target?: string): Promise<void> {
  const db = typeof database === 'string' ? openForMigration(database) : database
  try {
    const migrator = new Migrator({ db, provider: { getMigrations } })
    const { error } = target ? await migrator.migrateTo(target) : await migrator.migrateToLatest()
    if (error) throw error
  } finally {
    if (typeof database === 'string') await db.destroy()
  }
}

/** The migrations that a database still lacks, by name. */
export async function pendingMigrations(db: Kysely<Tables>): Promise<string[]> {
  const applied = await db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .execute()
  const names = new Set(applied.map(({ name }) => name))
  return migrationFiles()
    .map((file) => file.replace('.ts', ''))
    .filter((name) => !names.has(name))
}

function openForMigration(file: string): Kysely<Tables> {
  mkdirSync(path.dirname(file), { recursive: true })
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: openSqlite(file, { readonly: false }) }) })
}
