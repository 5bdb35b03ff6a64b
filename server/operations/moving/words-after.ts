import type { Address } from './address.ts'
import type { Totals } from './move-tables.ts'

type Done = { from: Address; to: Address; dataDir: string; totals: Totals; seconds: number }

const setting = (address: Address): string =>
  address.kind === 'file' ? `DATABASE_URL=file:${address.file}` : 'DATABASE_URL=<what you gave to --to>'

/** Says what was moved, and what to do now. */
export function wordsAfter({ from, to, dataDir, totals, seconds }: Done): string {
  const { tables, rows, bytes, replaced } = totals
  const megabytes = bytes / 1e6
  const pace = `${Math.round(rows / seconds)} rows, ${(megabytes / seconds).toFixed(1)} MB a second`
  const zeros =
    replaced > 0
      ? [`${replaced} texts had a zero character in them, which PostgreSQL does not keep: there it is � now.`]
      : []
  const backup =
    to.kind === 'postgres'
      ? 'make a backup of the new one (pg_dump; the nightly backup is for files alone)'
      : 'see that the first nightly backup is there'
  const old = from.kind === 'file' ? `${from.file} (with its -wal and -shm)` : `${from.place} (dropdb)`
  return [
    `Moved ${rows} rows of ${tables} tables, ${megabytes.toFixed(1)} MB, in ${seconds.toFixed(1)} s (${pace}); both sides have the same rows.`,
    ...zeros,
    '',
    `1. Set ${setting(to)}, and leave DATA_DIR as it is: firmware, exports, uploads and the secret key stay in ${dataDir}.`,
    '2. npm start, sign in, and look whether new readings arrive.',
    `3. ${from.place} is as it was. Before you delete ${old}: ${backup}, and wait some days.`,
    '   What comes in from now on is in the new one alone.',
    '',
  ].join('\n')
}
