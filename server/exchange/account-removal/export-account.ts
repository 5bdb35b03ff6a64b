import { rawColumnNames } from '#domain/hives/tiles/timeline-tile.ts'
import { readAllAlarms } from '../../alerts/alarms/read-alarms.ts'
import { readAllCourses } from '../../alerts/courses/read-courses.ts'
import { readChannels } from '../../alerts/notifications/read-channels.ts'
import { readRules } from '../../alerts/rules/read-rules.ts'
import { readAllVisits } from '../../alerts/visits/read-visits.ts'
import type { Deps } from '../../deps.ts'
import { toController } from '../../hives/controllers/to-controller.ts'
import { visibleControllers } from '../../hives/controllers/visible-controllers.ts'
import { toScale } from '../../hives/scales/to-scale.ts'
import { visibleScales } from '../../hives/scales/visible-scales.ts'
import { readDigest } from '../../insight/season/read-digest.ts'
import { accountToExport } from '../../people/accounts/profile/account-to-export.ts'
import { isoTime } from '../../platform/db/stored-time.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { listShares } from '../shares/list-shares.ts'
import {
  type ExportRow,
  selectCalibrationsToExport,
  selectChangesToExport,
  selectChannelBegins,
  selectForwardingsToExport,
  selectImportsToExport,
  selectInterventionsToExport,
  selectMutesToExport,
  selectOrdersToExport,
  selectRedemptionsToExport,
  selectWatchesToExport,
} from './account-export-queries.ts'
import type { SeriesText } from './read-series-text.ts'

const SCALE_COLUMNS = ['weight', 'temperature', 'humidity'] as const
const EVER = Number.MAX_SAFE_INTEGER

type ExportDeps = Pick<Deps, 'database' | 'clock' | 'config' | 'ingest'>

/** Yields everything that belongs to an account as the parts of one JSON text: small things first, then the readings of each scale. */
export async function* exportAccount(deps: ExportDeps, account: SignedIn): AsyncGenerator<string> {
  const { db } = deps.database
  const { accountId } = account
  const small = {
    exportedAt: new Date(deps.clock.now()).toISOString(),
    ...(await accountToExport(deps, account)),
    notifications: await channelsToExport(db, accountId),
    mutes: (await selectMutesToExport(db, accountId)).map(withDates),
    rules: await readRules(db, accountId),
    weeklyDigest: await readDigest(db, accountId),
    watches: (await selectWatchesToExport(db, accountId)).map(withDates),
    shares: (await listShares(deps, account)).map(sharedToExport),
    forwardings: (await selectForwardingsToExport(db, accountId)).map(withDates),
    imports: (await selectImportsToExport(db, accountId)).map(withDates),
    orders: (await selectOrdersToExport(db, accountId)).map(withDates),
    redeemedKeys: (await selectRedemptionsToExport(db, accountId)).map(withDates),
    changes: (await selectChangesToExport(db, accountId)).map(withDates),
  }
  yield `${JSON.stringify(small, null, 1).slice(0, -2)},\n "controllers": [`
  yield* controllersText(deps, account)
  yield ']\n}\n'
}

async function* controllersText(deps: ExportDeps, account: SignedIn): AsyncGenerator<string> {
  const { db } = deps.database
  const seen = await visibleControllers(db, account)
  const own = seen.filter(({ row }) => row.owner_id === account.accountId)
  await deps.ingest.settled(
    'patiently',
    own.map(({ id }) => id),
  )
  const scales = await visibleScales(db, account, own)
  let between = '\n'
  for (const { id, row, access } of own) {
    const controller = toController(row, access, deps.clock.now(), deps.config)
    const alarms = await readAllAlarms(db, { accountId: account.accountId, controllerIds: [id], from: 0, to: EVER })
    const courses = await readAllCourses(db, id)
    const affiliation = row.affiliation_name
    const visits = await readAllVisits(db, id, { from: 0, to: EVER })
    const calibrations = (await selectCalibrationsToExport(db, id)).map(fromDate)
    yield `${between}${opened({ ...controller, affiliation, alarms, courses, visits, calibrations })}`
    yield* readingsText(deps, -id, rawColumnNames)
    yield `, "scales": [`
    let betweenScales = '\n'
    for (const scale of scales.filter(({ controllerId }) => controllerId === id)) {
      const interventions = (await selectInterventionsToExport(db, scale.id)).map(withDates)
      yield `${betweenScales}${opened({ ...toScale(scale.row), interventions })}`
      yield* readingsText(deps, scale.id, SCALE_COLUMNS)
      yield ', "rawWeights": ['
      yield* rowsText((after) => deps.database.read('rawWeightsText', { scaleId: scale.id, after }))
      yield ']}'
      betweenScales = ',\n'
    }
    yield ']}'
    between = ',\n'
  }
}

/** Channels as the API shows them, without their secrets. */
async function channelsToExport(db: ExportDeps['database']['db'], accountId: number) {
  const begins = new Map((await selectChannelBegins(db, accountId)).map((row) => [row.id, Number(row.created_at)]))
  return (await readChannels(db, { accountId })).map((channel) => ({
    ...channel,
    createdAt: isoTime(begins.get(channel.id)!),
  }))
}

/** A share without its link, which keeps working for as long as the share exists. */
const sharedToExport = ({ row, scaleIds }: Awaited<ReturnType<typeof listShares>>[number]) => ({
  type: row.type,
  description: row.description,
  scaleIds,
  days: row.days,
  beginsAt: fromSeconds(row.begins_at),
  endsAt: fromSeconds(row.ends_at),
  createdAt: isoTime(row.created_at),
})

/** A calibration with its start as the API writes it; null if it has always applied. */
const fromDate = <Row extends { from: number }>(row: Row) => ({
  ...row,
  from: row.from ? fromSeconds(row.from) : null,
})

const fromSeconds = (seconds: number | null): string | null =>
  seconds === null ? null : isoTime(Number(seconds) * 1000)

/** The JSON of an object, left open so that more members can follow. */
const opened = (value: object) => `${JSON.stringify(value).slice(0, -1)}, `

async function* readingsText(
  { database }: ExportDeps,
  seriesId: number,
  columns: readonly (typeof rawColumnNames)[number][],
): AsyncGenerator<string> {
  yield `"readingColumns": ${JSON.stringify(['time', ...columns])}, "readings": [`
  yield* rowsText((after) => database.read('seriesText', { seriesId, columns, after }))
  yield ']'
}

async function* rowsText(readAfter: (after: number) => Promise<SeriesText>): AsyncGenerator<string> {
  let between = '\n'
  for (let after: number | null = -1; after !== null; ) {
    const part: SeriesText = await readAfter(after)
    if (part.text) yield between + part.text
    if (part.text) between = ',\n'
    after = part.next
  }
}

/** Converts the times of a row to the form that the API uses. */
const withDates = (row: ExportRow): ExportRow =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      name.endsWith('At') && value !== null ? isoTime(Number(value)) : value,
    ]),
  )
