import { createHash } from 'node:crypto'
import { EXPORT_KEPT_DAYS, ExportInput, type ExportResult, PlannedExport } from '#domain/insight/export.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { viewerOf } from '../../people/accounts/viewer-of.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { fileName } from '../../platform/http/site-address.ts'
import { defineJob } from '../../platform/jobs/job-kind.ts'
import { dateAt, exportSeries, periodAt, scalesOfController } from './export-places.ts'
import { sweepExports } from './sweep-exports.ts'
import { type WantedSource, writeExport } from './write-export.ts'

const DESCRIPTION_MAXIMUM = 200
/** About the size of a year of ten scales as CSV. */
const LEAST_ROOM_BYTES = 32 * 1024 * 1024

/** Writes the readings or the history of some scales to a file that the requester can download for a week. */
export const exportJob = defineJob({
  input: ExportInput,
  planned: PlannedExport,
  startedBy: 'beekeeper',
  ownMatter: true,
  async plan({ database: { db }, disk, clock }, account, { input: asked, controllerId, from, to, days }) {
    await disk.requireRoom(LEAST_ROOM_BYTES)
    const now = Math.floor(clock.now() / 1000)
    const input = { ...asked, scales: asked.scales ?? (await scalesOfController(db, account, controllerId)) }
    if (input.scales.length === 0) throw new AppError(400, 'no_scales_selected')
    const series = await exportSeries(db, account, input, now)
    const request = JSON.stringify([account.accountId, input, from, to])
    const spans = series.map(({ timeZone }) => periodAt({ from, to, days }, timeZone, now))
    return {
      // a repeated request, such as from a browser that missed the response, joins the job in progress
      dedupKey: `export ${createHash('sha256').update(request).digest('base64url')}`,
      description: series
        .map(({ name }) => name)
        .join(', ')
        .slice(0, DESCRIPTION_MAXIMUM),
      input: { ...input, days } satisfies PlannedExport,
      from: days.from === null ? from : Math.min(...spans.map((span) => span.from)) * 1000,
      to: days.to === null ? to : Math.max(...spans.map((span) => span.to)) * 1000,
    }
  },
  async run({ jobId, input, accountId, from, to, signal, progress, deps }) {
    const { clock, database, ingest } = deps
    await deps.disk.requireRoom(LEAST_ROOM_BYTES)
    // the account may have lost access meanwhile
    const account = accountId === null ? undefined : await viewerOf(deps, accountId)
    if (!account) throw new AppError(403, 'forbidden')
    const now = Math.floor(clock.now() / 1000)
    const scales = await exportSeries(database.db, account, input, now)
    await ingest.settled(
      'patiently',
      scales.map(({ controllerId }) => controllerId),
    )
    const series = scales.map((one) => ({
      ...one,
      ...periodAt({ from, to, days: input.days }, one.timeZone, now + DAY_SECONDS),
    }))
    const { bytes, rows, missing } = await writeExport(
      deps,
      { jobId, format: input.format, source: { series, style: styleOf(input, account) } },
      { signal, progress },
    )
    await sweepExports(deps)
    const expires = new Date(clock.now() + EXPORT_KEPT_DAYS * DAY_SECONDS * 1000).toISOString()
    const last = to === null ? Math.floor(clock.now() / 1000) : undefined
    return {
      name: fileName(deps.config, account, nameOf(input, series, last)),
      bytes,
      rows,
      missing,
      expires,
    } satisfies ExportResult
  },
})

function styleOf({ level, columns, format, language }: PlannedExport, account: SignedIn): WantedSource['style'] {
  const style = { format, language: language ?? account.language }
  return level === 'history' ? { ...style, level } : { ...style, level, columns }
}

/** Names the file by its first and last day in the zones of its scales. Epoch seconds; a `from` of 0 means everything, `last` is set if the period ends now. */
function nameOf({ format }: PlannedExport, series: WantedSource['series'], last: number | undefined): string {
  const begin = series.map(({ from, timeZone }) => (from > 0 ? `${dateAt(from, timeZone)}-` : '')).sort()
  const end = series.map(({ to, timeZone }) => dateAt(last ?? to - 1, timeZone)).sort()
  return `${begin[0]}${end.at(-1)}.${format}`
}
