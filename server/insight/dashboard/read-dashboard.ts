import type { Kysely, Selectable } from 'kysely'
import type { Alarm } from '#domain/alerts/alarm.ts'
import type { DueSpan } from '#domain/alerts/swarm-course.ts'
import { toAlarm } from '#domain/alerts/to-alarm.ts'
import { DEFAULT_ZONE, type LocalMidnight, localMidnights, type Zone } from '#domain/hives/local-midnight.ts'
import { celsiusFromCenti, kgFromGrams, percentFromPermille } from '#domain/hives/units.ts'
import type { DashboardController, DashboardScale } from '#domain/insight/dashboard.ts'
import { defined } from '#domain/platform/defined.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { defaultGlobalSettings, type GlobalSettings } from '#domain/platform/settings.ts'
import { settingsOf } from '../../alerts/alarms/settings-of-place.ts'
import { readDueSpans } from '../../alerts/courses/read-courses.ts'
import { readMutes } from '../../alerts/notifications/mutes/mute-notification.ts'
import { toController } from '../../hives/controllers/to-controller.ts'
import { visibleControllers } from '../../hives/controllers/visible-controllers.ts'
import type { ScaleLastTable } from '../../hives/readings/store/reading-table.ts'
import { toScale } from '../../hives/scales/to-scale.ts'
import { type VisibleScale, visibleScales } from '../../hives/scales/visible-scales.ts'
import { storedSeconds } from '../../platform/db/stored-seconds.ts'
import { isoTime as storedTime } from '../../platform/db/stored-time.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { readSettings } from '../../platform/settings/read-settings.ts'
import type { Tables } from '../../store/tables.ts'
import { selectAlarmsSince, selectLastReadings, selectOpenVisits, selectRegionsOf } from './dashboard-queries.ts'
import { type ScaleSummary, summarizeScale } from './scale-summary.ts'
import { type SummaryJson, summarizeScales } from './summarize-scales.ts'

const MIDNIGHTS = 14
const ALARM_DAYS = 30
const ALARMS_SHOWN = 5

type OpenVisitRow = Awaited<ReturnType<typeof selectOpenVisits>>[number]

export type DashboardInput = { account: SignedIn; nowMs: number; subscriptions: boolean }

/** A reader thread's task: returns the dashboard of an account as JSON text, ready to send. */
export async function readDashboard(db: Kysely<Tables>, input: DashboardInput): Promise<string> {
  const { account, nowMs, subscriptions } = input
  const nowSeconds = Math.floor(nowMs / 1000)
  const controllers = await visibleControllers(db, account)
  const ids = controllers.map(({ id }) => id)
  if (ids.length === 0) return '[]'
  const scales = await visibleScales(db, account, controllers)
  const settings = await readSettings(db)
  const places = new Map((await selectRegionsOf(db, ids)).map((region) => [region.controller_id, region]))
  const midnightsOf = lastMidnights(nowSeconds)
  const lasts = new Map(
    scales.length === 0
      ? []
      : (
          await selectLastReadings(
            db,
            scales.map(({ id }) => id),
          )
        ).flatMap((row) => (storedSeconds(row.time) === null ? [] : [[row.scale_id, row]])),
  )
  const rowOf = new Map(controllers.map(({ id, row }) => [id, row]))
  const toSummarize = scales.flatMap(({ id, controllerId }) => {
    const last = lasts.get(id)
    if (!last) return []
    const region = places.get(controllerId)
    const midnights = midnightsOf(region && { utcOffsetHours: region.utc_offset })
    const place = {
      latitude: rowOf.get(controllerId)?.latitude ?? null,
      longitude: rowOf.get(controllerId)?.longitude ?? null,
      utc_offset: region?.utc_offset ?? null,
      alarm_from: region?.alarm_from ?? null,
      alarm_to: region?.alarm_to ?? null,
    }
    return [{ scaleId: id, lastTime: lastWeighed(last), midnights, settings: settingsOf(place, settings) }]
  })
  const summaries = await summarizeScales(db, toSummarize, nowSeconds)
  const since = nowSeconds - ALARM_DAYS * DAY_SECONDS
  const alarms = (await selectAlarmsSince(db, account.accountId, ids, since)).map(toAlarm)
  const alarmsOfScale = Map.groupBy(alarms, ({ scaleId }) => scaleId)
  const alarmsOfController = Map.groupBy(alarms, ({ controllerId }) => controllerId)
  const mutes = Map.groupBy(await readMutes(db, account.accountId, ids, nowMs), ({ controllerId }) => controllerId)
  const visitOf = new Map((await selectOpenVisits(db, ids, nowMs)).map((visit) => [visit.controller_id, visit]))
  const due = await readDueSpans(db, ids, nowMs)
  const scalesOf = Map.groupBy(scales, ({ controllerId }) => controllerId)

  const unused = unusedSummary(midnightsOf(undefined))
  const dashboard = controllers.map(({ id, row, access }) => {
    const controller: Omit<DashboardController, 'scales'> = {
      ...toController(row, access, nowMs, { subscriptions }),
      mutes: mutes.get(id) ?? [],
      alarms: (alarmsOfController.get(id) ?? []).slice(0, ALARMS_SHOWN),
      visit: toOpenVisit(visitOf.get(id)),
    }
    const shown = (scalesOf.get(id) ?? []).map((scale) =>
      scaleJson(scale, lasts.get(scale.id), summaries.get(scale.id) ?? unused, {
        settings,
        nowSeconds,
        alarms: alarmsOfScale.get(scale.id) ?? [],
        due: due.get(scale.id),
      }),
    )
    return `{"scales":[${shown}],${JSON.stringify(controller).slice(1)}`
  })
  return `[${dashboard}]`
}

const toOpenVisit = (row: OpenVisitRow | undefined): DashboardController['visit'] =>
  row ? { id: row.id, startedAt: storedTime(row.started_at) } : null

type Surroundings = { settings: GlobalSettings; nowSeconds: number; alarms: Alarm[]; due: DueSpan[] | undefined }

/** A `DashboardScale` as text, with the cached summary inserted as is. */
function scaleJson(
  scale: VisibleScale,
  last: Selectable<ScaleLastTable> | undefined,
  summary: SummaryJson,
  { settings, nowSeconds, alarms, due }: Surroundings,
): string {
  // the buckets were filled when the last weight came
  const filledAt = last ? (storedSeconds(last.weight_time) ?? Number(last.time)) : nowSeconds
  const drained = (settings.activityDrain * 1000 * Math.max(0, nowSeconds - filledAt)) / 3600
  const level = (grams: number) => kgFromGrams(Math.round(Math.max(0, grams - drained)))
  const fields: Omit<DashboardScale, keyof ScaleSummary> = {
    ...toScale(scale.row),
    last: last
      ? {
          time: isoTime(last.time),
          weight: inUnit(last.weight_grams, kgFromGrams),
          weightTime: inUnit(storedSeconds(last.weight_time), isoTime),
          temperature: inUnit(last.temperature_centi, celsiusFromCenti),
          temperatureTime: inUnit(storedSeconds(last.temperature_time), isoTime),
          humidity: inUnit(last.humidity_permille, percentFromPermille),
          humidityTime: inUnit(storedSeconds(last.humidity_time), isoTime),
        }
      : null,
    alarms: alarms.slice(0, ALARMS_SHOWN),
    ...defined({ due }),
  }
  const levels: Omit<DashboardScale['activity'], keyof ScaleSummary['activity']> = {
    gainLevel: level(last?.gain_level_grams ?? 0),
    lossLevel: level(last?.loss_level_grams ?? 0),
    gainTrigger: settings.activityTriggerGainLevel,
    lossTrigger: settings.activityTriggerLossLevel,
  }
  const activity = `{${inner(JSON.stringify(levels))},${inner(summary.activity)}}`
  return `{${inner(JSON.stringify(fields))},${inner(summary.fields)},"activity":${activity}}`
}

/** The text between the braces of a non-empty object. */
const inner = (json: string): string => json.slice(1, -1)

/** The summary of a scale that has not sent anything yet. */
function unusedSummary(midnights: LocalMidnight[]): SummaryJson {
  const { activity, ...fields } = summarizeScale({
    raw: [],
    hours: [],
    lastDay: 0,
    damaged: false,
    midnights,
    sparklineTo: 0,
    settings: settingsOf(
      { latitude: null, longitude: null, utc_offset: null, alarm_from: null, alarm_to: null },
      defaultGlobalSettings,
    ),
  })
  return { fields: JSON.stringify(fields), activity: JSON.stringify(activity) }
}

/** When the weight that is shown was measured, in epoch seconds; if there is none, when the scale last sent. */
const lastWeighed = ({ weight_grams, weight_time, time }: Selectable<ScaleLastTable>): number =>
  storedSeconds(weight_grams === null ? null : weight_time) ?? Number(time)

const inUnit = <Unit>(stored: number | null, unit: (value: number) => Unit): Unit | null =>
  stored === null ? null : unit(stored)

/** `seconds`: since the epoch; PostgreSQL gives large numbers as text. */
const isoTime = (seconds: number): string => new Date(Number(seconds) * 1000).toISOString()

/** The last midnights of a zone, plus the one before them as the base of the first difference. */
function lastMidnights(nowSeconds: number): (zone: Zone | undefined) => LocalMidnight[] {
  const known = new Map<string, LocalMidnight[]>()
  return (zone = DEFAULT_ZONE) => {
    const key = JSON.stringify(zone)
    const midnights =
      known.get(key) ??
      localMidnights(zone, nowSeconds - (MIDNIGHTS + 2) * DAY_SECONDS, nowSeconds).slice(-(MIDNIGHTS + 1))
    known.set(key, midnights)
    return midnights
  }
}
