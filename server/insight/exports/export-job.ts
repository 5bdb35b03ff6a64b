import { offsetOf } from '#domain/hives/local-midnight.ts'
import { EXPORT_KEPT_DAYS, ExportInput, type ExportResult } from '#domain/insight/export.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { Deps } from '../../deps.ts'
import { visibleControllers } from '../../hives/controllers/visible-controllers.ts'
import { requireScales } from '../../hives/scales/visible-scales.ts'
import { viewerOf } from '../../people/accounts/viewer-of.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { fileName } from '../../platform/http/site-address.ts'
import { defineJob } from '../../platform/jobs/job-kind.ts'
import { sweepExports } from './sweep-exports.ts'
import { type WantedSource, writeExport } from './write-export.ts'

const DESCRIPTION_MAXIMUM = 200
/** A year of ten scales as CSV. */
const LEAST_ROOM_BYTES = 32 * 1024 * 1024

type Period = { from: number | null; to: number | null }

/** Writes the readings or the history of some scales into a file that their reader may fetch for a week. */
export const exportJob = defineJob({
  input: ExportInput,
  startedBy: 'beekeeper',
  async plan({ database: { db }, disk }, account, { input }) {
    await disk.requireRoom(LEAST_ROOM_BYTES)
    const scales = await requireScales(db, account, input.scales, 'read')
    return {
      description: scales
        .map(({ row }) => row.name)
        .join(', ')
        .slice(0, DESCRIPTION_MAXIMUM),
    }
  },
  async run({ jobId, input, accountId, from, to, signal, progress, deps }) {
    const { clock, database, ingest } = deps
    await deps.disk.requireRoom(LEAST_ROOM_BYTES)
    await ingest.settled()
    // what was asked for may no longer be theirs
    const account = accountId === null ? undefined : await viewerOf(deps, accountId)
    if (!account) throw new AppError(403, 'forbidden')
    const source = await sourceOf(database.db, account, input, periodOf({ from, to }, clock.now()))
    const { bytes, rows, missing } = await writeExport(
      deps,
      { jobId, format: input.format, source },
      { signal, progress },
    )
    await sweepExports(deps)
    const expires = new Date(clock.now() + EXPORT_KEPT_DAYS * DAY_SECONDS * 1000).toISOString()
    const last = to === null ? Math.floor(clock.now() / 1000) : source.to - 1
    return {
      name: fileName(deps.config, account, nameOf(input, source.from, last)),
      bytes,
      rows,
      missing,
      expires,
    } satisfies ExportResult
  },
})

/** In epoch seconds. Without ends it is everything. */
const periodOf = ({ from, to }: Period, nowMs: number) => ({
  from: Math.floor((from ?? 0) / 1000),
  to: Math.ceil((to ?? nowMs + DAY_SECONDS * 1000) / 1000),
})

async function sourceOf(
  db: Deps['database']['db'],
  account: SignedIn,
  { scales: ids, level, columns, timeZone, format, language }: ExportInput,
  period: { from: number; to: number },
): Promise<WantedSource> {
  const scales = await requireScales(db, account, ids, 'read')
  const controllers = await visibleControllers(db, account, [...new Set(scales.map((scale) => scale.controllerId))])
  const series = scales.map(({ id, controllerId, row }) => ({
    id,
    controllerId,
    name: row.name,
    transmitter: controllers.find((controller) => controller.id === controllerId)?.row.name ?? '',
  }))
  const style = { timeZone, format, language: language ?? account.language }
  return { series, style: level === 'history' ? { ...style, level } : { ...style, level, columns }, ...period }
}

/** With the first and the last day by the clock of the file; epoch seconds, `from` 0 for all there is. */
function nameOf({ format, timeZone }: ExportInput, from: number, last: number): string {
  const offsetAt = offsetOf({ timeZone })
  const day = (seconds: number) => new Date((seconds + offsetAt(seconds)) * 1000).toISOString().slice(0, 10)
  return `${from > 0 ? `${day(from)}-` : ''}${day(last)}.${format}`
}
