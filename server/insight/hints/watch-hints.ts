import { localMidnights, type Zone } from '#domain/hives/local-midnight.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '#domain/platform/durations.ts'
import type { Deps } from '../../deps.ts'
import { zoneOf } from '../../hives/timeline/zone-of-controller.ts'
import { groupApiaries } from './group-apiaries.ts'
import { selectHintScales } from './hint-queries.ts'
import { writeHints } from './write-hints.ts'

/** A transmitter sends at least every six hours, so by this time a day's readings have arrived, and nobody is woken. */
const AFTER_MIDNIGHT_SECONDS = 7 * HOUR_SECONDS
/** How many apiaries are judged per turn, so that a thousand of them do not keep the readers from users. */
const AT_ONCE = 40
/** Or this fraction of all: at a turn every five minutes, all get theirs within three hours. */
const TURNS = 36

type WatchDeps = Pick<Deps, 'database' | 'clock' | 'events' | 'loops' | 'wakeDeliveries'>
type Scales = Awaited<ReturnType<typeof selectHintScales>>
type Due = { name: string; scales: Scales; zone: Zone; until: number }

/**
 * Creates the job that judges each apiary once per local day, on the morning after it, from the hours of
 * its hives. Only the hints are stored: judging again, or after a restart, gives the same result.
 */
export function createHintWatch(deps: WatchDeps): () => Promise<void> {
  const judging = deps.loops('hints of hives')
  const judged = new Map<string, number>()
  /** The turn in which each was last tried, so that repeated failures hold up no other apiary. */
  const tried = new Map<string, number>()
  let turn = 0
  return async () => {
    if (!deps.clock.isTrusted()) return
    const { due, all } = await apiariesDue(deps, judged, tried)
    const waiting = due.toSorted((a, b) => (tried.get(a.name) ?? 0) - (tried.get(b.name) ?? 0))
    turn++
    let isChanged = false
    await judging.run(
      waiting.slice(0, Math.max(AT_ONCE, Math.ceil(all / TURNS))),
      ({ name }) => name,
      async (apiary) => {
        tried.set(apiary.name, turn)
        if (await judgeApiary(deps, apiary)) isChanged = true
        judged.set(apiary.name, apiary.until)
        tried.delete(apiary.name)
      },
    )
    if (isChanged) deps.wakeDeliveries()
  }
}

async function apiariesDue(
  { database, clock }: WatchDeps,
  judged: Map<string, number>,
  tried: Map<string, number>,
): Promise<{ due: Due[]; all: number }> {
  const { db } = database
  const now = Math.floor(clock.now() / 1000)
  const apiaries = groupApiaries(await selectHintScales(db)).map((scales) => ({ name: nameOf(scales), scales }))
  const names = new Set(apiaries.map(({ name }) => name))
  for (const kept of [judged, tried]) for (const name of kept.keys()) if (!names.has(name)) kept.delete(name)
  const zones = new Map<number | null, Zone>()
  const due: Due[] = []
  for (const { name, scales } of apiaries) {
    const { regionId } = scales[0]!
    const zone = zones.get(regionId) ?? (await zoneOf(db, regionId))
    zones.set(regionId, zone)
    const latest = now - AFTER_MIDNIGHT_SECONDS
    const until = localMidnights(zone, latest - 2 * DAY_SECONDS, latest).at(-1)!.time
    if (judged.get(name) !== until) due.push({ name, scales, zone, until })
  }
  return { due, all: apiaries.length }
}

const nameOf = (scales: Scales): string => `apiary of transmitter ${scales[0]!.controllerId}, ${scales.length} hives`

async function judgeApiary({ database, clock, events }: WatchDeps, { scales, zone, until }: Due): Promise<boolean> {
  const days = await database.read('hints', { scales, zone, until })
  const changed = await database.db.transaction().execute((db) => writeHints(db, scales, days, clock.now()))
  for (const [controllerId, own] of Map.groupBy(changed, (scale) => scale.controllerId)) {
    events.publish({ type: 'alarm', controllerId, scaleIds: own.map(({ scaleId }) => scaleId) })
  }
  return changed.length > 0
}
