import type { SeasonKind } from '#domain/alerts/notification.ts'
import { DEFAULT_ZONE, offsetOf } from '#domain/hives/local-midnight.ts'
import { kgFromGrams } from '#domain/hives/units.ts'
import type { HiveNews } from '#domain/insight/hive-news.ts'
import { sumUp } from '#domain/insight/season-needs.ts'
import { DAY_MS } from '#domain/platform/durations.ts'
import { planSeasonNotice } from '../../alerts/notifications/planning/plan-season-notice.ts'
import { toldOfStores } from '../../alerts/notifications/planning/told-of-stores.ts'
import type { Deps } from '../../deps.ts'
import { partsOf } from '../../platform/db/parts-of.ts'
import { noteLook, noteTold, type PlaceToLookAt, selectPlacesToTell, selectScalesOfPlaces } from './telling-queries.ts'

/** News is told only by day: from the first hour of the apiary's day up to the second. */
const MORNING_HOUR = 8
const EVENING_HOUR = 20
/** A batch of this many apiaries keeps a reader thread busy for a few milliseconds. */
const PLACES_AT_ONCE = 25

/** How long the same news of a hive is not repeated: a flow continues, or is interrupted; feeding takes its time. */
const againAfterMs: Record<SeasonKind, number> = {
  flowBegun: 21 * DAY_MS,
  flowEnded: 21 * DAY_MS,
  harvest: 21 * DAY_MS,
  feed: 30 * DAY_MS,
}

type TellDeps = Pick<Deps, 'database' | 'clock' | 'loops' | 'wakeDeliveries'>

/**
 * Creates the job that checks each apiary once a day, in its morning, and writes the news of its hives as one message for each channel that
 * wants it. What was told is recorded together with the message, so that it is told once, whatever crashes and however many servers check.
 */
export function createSeasonTelling(deps: TellDeps): () => Promise<void> {
  const each = deps.loops('season')
  return async () => {
    if (!deps.clock.isTrusted()) return
    const now = deps.clock.now()
    const places = (await selectPlacesToTell(deps.database.db)).flatMap((place) => {
      const { day, hour } = localTime(place, now)
      return hour >= MORNING_HOUR && hour < EVENING_HOUR && place.lookedAt !== day ? [{ ...place, day }] : []
    })
    await each.run(
      [...partsOf(places, PLACES_AT_ONCE)],
      ([first]) => `controllers from ${first?.controllerId}`,
      (part) => tellOf(deps, part, now),
    )
  }
}

const zoneOfPlace = ({ utcOffset }: PlaceToLookAt) =>
  utcOffset === null ? DEFAULT_ZONE : { utcOffsetHours: utcOffset }

function localTime(place: PlaceToLookAt, now: number): { day: string; hour: number } {
  const seconds = Math.floor(now / 1000)
  const local = new Date((seconds + offsetOf(zoneOfPlace(place))(seconds)) * 1000)
  return { day: local.toISOString().slice(0, 10), hour: local.getUTCHours() }
}

type Place = PlaceToLookAt & { day: string }

async function tellOf(
  { database, loops, wakeDeliveries }: TellDeps,
  places: readonly Place[],
  now: number,
): Promise<void> {
  const placeOf = new Map(places.map((place) => [place.controllerId, place]))
  const rows = await selectScalesOfPlaces(database.db, [...placeOf.keys()])
  const scales = rows.map(({ scaleId, controllerId, emptyGrams, feedGrams }) => ({
    scaleId,
    controllerId,
    emptyWeight: kgFromGrams(emptyGrams),
    feedStock: kgFromGrams(feedGrams),
    zone: zoneOfPlace(placeOf.get(controllerId)!),
    latitude: placeOf.get(controllerId)!.latitude,
  }))
  const news = Map.groupBy(
    await database.read('seasonNews', { scales, now: Math.floor(now / 1000) }),
    ({ controllerId }) => controllerId,
  )
  const names = new Map(rows.map(({ scaleId, name }) => [scaleId, name]))
  let isPlanned = false
  await loops('season of a place').run(
    places,
    ({ controllerId }) => `controller ${controllerId}`,
    async (place) => {
      const told = await tellOfPlace(database, place, { news: news.get(place.controllerId) ?? [], names, now })
      isPlanned ||= told > 0
    },
  )
  if (isPlanned) wakeDeliveries()
}

const tellOfPlace = (
  { db }: Deps['database'],
  place: Place,
  { news, names, now }: { news: readonly HiveNews[]; names: Map<number, string>; now: number },
): Promise<number> =>
  db.transaction().execute(async (within) => {
    await noteLook(within, place.controllerId, place.day)
    const fresh: HiveNews[] = []
    for (const one of news) {
      const { kind, scaleId } = one
      if (await noteTold(within, { scaleId, kind, now, before: now - againAfterMs[kind] })) fresh.push(one)
    }
    if (fresh.length === 0) return 0
    const byHint = await toldOfStores(within, place.controllerId)
    // winter feed is a different matter: a hive's stores may last for weeks, and still not through the winter
    const toldTo = ({ advice, scaleId }: HiveNews) => (advice.kind === 'feed' && byHint.get(scaleId)) || []
    const kinds = Map.groupBy(fresh, (one) => [one.kind, ...toldTo(one)].join())
    const notice = {
      place: place.name,
      news: [...kinds.values()].map((ofKind) => ({
        kind: ofKind[0]!.kind,
        lead: sumUp(ofKind.map(({ advice }) => advice)),
        hives: ofKind.map(({ scaleId }) => names.get(scaleId) ?? ''),
        ...(ofKind.length === 1 && { page: `/scaleoverview/${place.controllerId}/${ofKind[0]!.scaleId}` }),
        toldTo: toldTo(ofKind[0]!),
      })),
    }
    return planSeasonNotice(within, { accountId: place.accountId, controllerId: place.controllerId, notice }, now)
  })
