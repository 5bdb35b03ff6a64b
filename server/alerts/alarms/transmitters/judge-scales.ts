import type { AlarmReason } from '#domain/alerts/alarm.ts'
import { reasonsOf } from '#domain/alerts/reasons-of.ts'
import { stoppedScales } from '#domain/alerts/stopped-scales.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/platform/durations.ts'
import { intervalInForce } from '../../../hives/controllers/interval-in-force.ts'
import { isOverdue, patienceMs } from './is-overdue.ts'
import type { Found, Judged, WatchDeps } from './judged.ts'
import { addLastTimes, selectContacts, selectImpossibleSince, selectOpenOfScales } from './late-scale-queries.ts'
import type { LateScale, LateScales } from './read-late-scales.ts'
import { selectLost, selectRefused } from './wrong-clock-queries.ts'

/** Why a scale counts as silent; the texts are `alarm.why.<code>` in `alarm-why.json` of each locale. For several, Today gives the reason, from `alarm.json`. */
export const scaleReasons = ['scaleNoData', 'scaleImpossible'] as const

const EVERY_MS = 5 * MINUTE_MS
/** Each transmitter's scales are looked at once an hour, all of them at once. */
const SHARES = 12

/** Until when a scale had not stopped, as far as this process knows: `since` in epoch ms, 0 if it always knew it. */
type Known = { lastAt: number | undefined; since: number }

/**
 * Creates the judge of scales that measure nothing while their transmitter is heard. It remembers since when each is in use, and which
 * still bring something, however old: whoever sends what has piled up is not silent.
 */
export function createScaleJudge(deps: WatchDeps): () => Promise<Judged> {
  const knownOf = new Map<number, Map<number, Known>>()

  function remember(share: number, inUse: readonly number[], late: readonly LateScale[]): Map<number, Known> {
    const now = deps.clock.now()
    const before = knownOf.get(share)
    const lastOf = new Map(late.map(({ scaleId, lastAt }) => [scaleId, lastAt]))
    const known = new Map(
      inUse.map((id): [number, Known] => {
        const lastAt = lastOf.get(id)
        const was = before?.get(id)
        if (!before) return [id, { lastAt, since: 0 }]
        const isBringing = lastAt !== undefined && was?.lastAt !== undefined && lastAt > was.lastAt
        return [id, { lastAt, since: was && !isBringing ? was.since : now }]
      }),
    )
    knownOf.set(share, known)
    return known
  }

  return async () => {
    const { database, clock } = deps
    const now = clock.now()
    const open = (await selectOpenOfScales(database.db)).map((alarm) => ({ ...alarm, scaleIds: scalesOf(alarm) }))
    const covered = new Set(open.flatMap(({ scaleIds }) => scaleIds))
    const share = Math.floor(now / EVERY_MS) % SHARES
    const { isBehind, inUse, late, alarmed, forgotten } = await database.read('lateScales', {
      ...{ nowSeconds: Math.floor(now / 1000), share, shares: SHARES },
      alarmedIds: [...covered],
    })
    await addLastTimes(database.db, forgotten)
    const judged: Required<Judged> = { found: [], over: [], revised: [] }
    for (const alarm of open) judgeOpen(alarm, alarmed, judged)
    const known = remember(share, inUse, late)
    if (isBehind) return judged
    const fresh = late.filter(({ scaleId }) => !covered.has(scaleId))
    for (const [controllerId, scales] of await stopped(deps, fresh, known)) {
      judged.found.push(
        scales.length === 1 ? await toAlarm(deps, scales[0]!) : toSharedAlarm(controllerId, scales, now),
      )
    }
    return judged
  }
}

type OpenAlarm = Awaited<ReturnType<typeof selectOpenOfScales>>[number] & { scaleIds: number[] }

/** It is over for a scale that measured something since; if it is out of use, another job ends its alarm. */
function judgeOpen(alarm: OpenAlarm, alarmed: LateScales['alarmed'], { over, revised }: Required<Judged>): void {
  const { id, controller_id: controllerId, scale_id: scaleId, started_at, why, scaleIds } = alarm
  const startedAt = Number(started_at)
  const measuredAt = Math.max(0, ...scaleIds.map((one) => alarmed.get(one)?.lastAt ?? 0))
  if (scaleId !== null) {
    if (measuredAt > startedAt) over.push({ id, controllerId, scaleId, endedAt: measuredAt })
    return
  }
  const silent = scaleIds.flatMap((one) => {
    const scale = alarmed.get(one)
    return scale && scale.lastAt <= startedAt ? [{ scaleId: one, name: scale.name }] : []
  })
  if (silent.length === 0) over.push({ id, controllerId, endedAt: Math.max(startedAt, measuredAt) })
  else if (silent.length < scaleIds.length) {
    const hours = Number(reasonsOf(why)[0]?.values?.hours)
    revised.push({ id, controllerId, why: [sharedReason(silent, hours)] })
  }
}

/**
 * Returns the late scales that nothing else explains, by transmitter. Only time in which the server listened counts, up to when the transmitter was
 * last heard: if it is silent itself, or its clock is wrong, its own alarm says so.
 */
async function stopped(
  deps: WatchDeps,
  late: readonly LateScale[],
  known: ReadonlyMap<number, Known>,
): Promise<Map<number, LateScale[]>> {
  if (late.length === 0) return new Map()
  const { database, clock, config, listening } = deps
  const { db } = database
  const now = clock.now()
  const ids = new Set(late.map(({ controllerId }) => controllerId))
  const contacts = new Map((await selectContacts(db, [...ids])).map((contact) => [contact.id, contact]))
  const refused = [...(await selectRefused(db)), ...(await selectLost(db, now - DAY_MS))]
  const wrongClocks = new Set(
    refused.filter((row) => Number(row.last_at) >= now - patienceMs(intervalInForce(row))).map(({ id }) => id),
  )
  const found = late.filter(({ scaleId, controllerId, lastAt, patienceSeconds }) => {
    const contact = contacts.get(controllerId)
    if (!contact || contact.isSilent || contact.isSetAside || wrongClocks.has(controllerId)) return false
    const { subscription_ends_at: endsAt, collectingSince } = contact
    if (config.subscriptions && endsAt !== null && endsAt <= now) return false
    const heardAt = Number(contact.last_seen_at ?? 0)
    if (isOverdue({ heardAt, collectingSince, updateIntervalHours: intervalInForce(contact) }, deps)) return false
    const heardAgain = 1000 * Number(contact.heardAgain ?? 0)
    const since = Math.max(1000 * lastAt, heardAgain, Number(collectingSince ?? 0), known.get(scaleId)?.since ?? 0)
    return listening.listenedMs(since) - listening.listenedMs(Math.min(heardAt, now)) > 1000 * patienceSeconds
  })
  return Map.groupBy(found, ({ controllerId }) => controllerId)
}

const hoursSince = (seconds: number, nowMs: number): number => Math.floor((nowMs - 1000 * seconds) / HOUR_MS)

async function toAlarm({ database, clock }: WatchDeps, scale: LateScale): Promise<Found> {
  const { controllerId, scaleId, lastAt } = scale
  const value = await selectImpossibleSince(database.db, scale)
  const why: AlarmReason[] = [
    { code: 'scaleNoData', values: { hours: hoursSince(lastAt, clock.now()) } },
    ...(value === undefined ? [] : [{ code: 'scaleImpossible', values: { value } }]),
  ]
  return { controllerId, scaleId, type: 'silence', startedAt: lastAt, why }
}

/** Several scales of a transmitter that stopped by the same look ring once. It began when the last of them stopped. */
function toSharedAlarm(controllerId: number, scales: readonly LateScale[], nowMs: number): Found {
  const startedAt = Math.max(...scales.map(({ lastAt }) => lastAt))
  return {
    ...{ controllerId, type: 'silence', startedAt },
    why: [sharedReason(scales, hoursSince(startedAt, nowMs))],
  }
}

const sharedReason = (scales: readonly Pick<LateScale, 'scaleId' | 'name'>[], hours: number): AlarmReason => ({
  code: 'scalesNoData',
  values: {
    ...{ count: scales.length, hours },
    names: scales.map(({ name }) => name).join(', '),
    scales: scales.map(({ scaleId }) => scaleId).join(' '),
  },
})

/** The scales that an alarm is about. */
const scalesOf = ({ scale_id, why }: { scale_id: number | null; why: string }): number[] =>
  scale_id !== null ? [scale_id] : stoppedScales(reasonsOf(why))
