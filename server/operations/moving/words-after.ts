import type { Address } from './address.ts'
import type { Totals } from './move-tables.ts'

type Done = { from: Address; to: Address; dataDir: string; totals: Totals; seconds: number }

const setting = (address: Address): string =>
  address.kind === 'file' ? `DATABASE_URL=file:${address.file}` : 'DATABASE_URL=<what you gave to --to>'

/** Says what was moved, and what to do now. */
export function wordsAfter({ from, to, dataDir, totals, seconds }: Done): string {
  const { tables, rows, bytes, replaced } = totals
  const megabytes = bytes / 1e6
  const pace = `${Math.round(rows / seconds)} rows, ${(megabytes / seconds).toFixed(1)} MB per second`
  const zeros =
    replaced > 0
      ? [`${replaced} texts contained a zero character, which PostgreSQL cannot store: it is � there now.`]
      : []
  const backup =
    to.kind === 'postgres'
      ? 'make a backup of the new one (pg_dump; the nightly backup covers SQLite files only)'
      : 'check that the first nightly backup exists'
  const old = from.kind === 'file' ? `${from.file} (with its -wal and -shm)` : `${from.place} (dropdb)`
  return [
    `Moved ${rows} rows of ${tables} tables, ${megabytes.toFixed(1)} MB, in ${seconds.toFixed(1)} s (${pace}); both sides have the same rows.`,
    ...zeros,
    '',
    `1. Set ${setting(to)}, and leave DATA_DIR as it is: firmware, exports, uploads and the secret key stay in ${dataDir}.`,
    '2. npm start, sign in, and check that new readings arrive.',
    `3. ${from.place} is unchanged. Before you delete ${old}: ${backup}, and wait a few days.`,
    '   From now on, new data is only in the new one.',
    '',
  ].join('\n')
}
