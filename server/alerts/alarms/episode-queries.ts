import type { Kysely } from 'kysely'
import { weightAlarms } from '#domain/alerts/alarm-types.ts'
import type { Detection } from '#domain/alerts/detection.ts'
import { isOfOneReading } from '#domain/alerts/one-reading.ts'
import { HOUR_SECONDS } from '#domain/platform/durations.ts'
import { partsOf } from '../../platform/db/parts-of.ts'
import type { Tables } from '../../store/tables.ts'
import type { FoundInScale } from './found-in-scale.ts'

const AT_ONCE = 500

type Episode = Awaited<ReturnType<typeof readEpisodes>>[number]

const nameOf = ({ type, startedAt }: Pick<Detection, 'type' | 'startedAt'>) => `${type} ${startedAt}`
const storedName = ({ type, started_at }: Episode) => `${type} ${started_at}`

/** Returns the stored episodes detected in the stretch, and those the run's episodes belong to. */
export async function readEpisodes(db: Kysely<Tables>, found: FoundInScale) {
  const ofScale = db
    .selectFrom('alarm')
    .select([
      'id',
      'type',
      'status',
      'started_at',
      'detected_at',
      'ended_at',
      'weight_change_grams',
      'verdict',
      'own_why',
    ])
    .where('scale_id', '=', found.scaleId)
    .where('type', 'in', weightAlarms)
  const ofStretch = await ofScale.where('detected_at', '>=', found.from).where('detected_at', '<', found.to).execute()
  const episodes = new Map(ofStretch.map((episode) => [episode.id, episode]))
  const startedAt = shownIn(found).map((detection) => detection.startedAt)
  for (const part of partsOf(startedAt, AT_ONCE)) {
    for (const episode of await ofScale.where('started_at', 'in', part).execute()) episodes.set(episode.id, episode)
  }
  return [...episodes.values()]
}

/** Stores what a scale's own weights show; how sure that is given its surroundings is assessed afterwards. */
export async function upsertAlarm(db: Kysely<Tables>, found: FoundInScale, detection: Detection): Promise<void> {
  const why = JSON.stringify(detection.why)
  const own = {
    status: detection.status,
    detected_at: detection.detectedAt,
    ended_at: detection.endedAt,
    weight_change_grams: detection.weightChangeGrams,
    own_confidence_percent: detection.confidencePercent,
    own_why: why,
  }
  await db
    .insertInto('alarm')
    .values({
      controller_id: found.controllerId,
      scale_id: found.scaleId,
      type: detection.type,
      started_at: detection.startedAt,
      ...own,
      confidence_percent: detection.confidencePercent,
      why,
    })
    .onConflict((conflict) =>
      conflict.columns(['controller_id', 'scale_id', 'type', 'started_at', 'rule_id']).doUpdateSet(own),
    )
    .execute()
}

/**
 * A late reading may shift the beginning by which an episode is known. It stays the same alarm, with its
 * verdict and with what was told of it, so that nobody hears all clear and the alarm again.
 */
export async function moveShifted(db: Kysely<Tables>, found: FoundInScale, stored: readonly Episode[]): Promise<void> {
  const known = new Set(stored.map(storedName))
  const vanished = stored.filter(isVanishedFrom(found)).sort((a, b) => a.started_at - b.started_at)
  const shown = shownIn(found).sort((a, b) => a.startedAt - b.startedAt)
  for (const detection of shown.filter((one) => !known.has(nameOf(one)))) {
    const at = vanished.findIndex((episode) => isSameEvent(episode, detection))
    if (at < 0) continue
    const [{ id }] = vanished.splice(at, 1) as [(typeof vanished)[number]]
    await db.updateTable('alarm').set({ started_at: detection.startedAt }).where('id', '=', id).execute()
  }
}

/**
 * Deletes or withdraws episodes first seen in the stretch that it no longer shows. Withdrawn episodes of a
 * single reading are deleted too, if nobody was told of them: nobody needs to see a fault of a scale.
 */
export async function endVanished(db: Kysely<Tables>, found: FoundInScale): Promise<void> {
  const faults = new Set(found.detections.filter(isFault).map(nameOf))
  const hasVanished = isVanishedFrom(found)
  for (const episode of await readEpisodes(db, found)) {
    const { id, verdict } = episode
    const isVanished = hasVanished(episode)
    if (!isVanished && !faults.has(storedName(episode))) continue
    const told = await db.selectFrom('delivery').select('id').where('alarm_id', '=', id).limit(1).execute()
    if (told.length === 0 && verdict === null) await db.deleteFrom('alarm').where('id', '=', id).execute()
    else if (isVanished) await withdrawAlarm(db, id)
  }
}

/** Whether both are of one type, take or bring weight, and touch the same span. */
const isSameEvent = (episode: Episode, detection: Detection): boolean =>
  episode.type === detection.type &&
  Number(episode.weight_change_grams) < 0 === detection.weightChangeGrams < 0 &&
  episode.started_at <= endOf(detection) &&
  storedEndOf(episode) >= detection.startedAt

/** What is open continues. An undecided swarm does not: bees that left hours later are another one. */
const endOf = ({ status, detectedAt, endedAt }: Detection): number =>
  endedAt ?? (status === 'open' ? Number.POSITIVE_INFINITY : detectedAt)

/** What was open continued only until the run that said so, which is not known: an hour. What begins later has to ring. */
const storedEndOf = ({ status, detected_at, ended_at }: Episode): number =>
  ended_at ?? (status === 'open' ? detected_at + HOUR_SECONDS : detected_at)

/** All episodes that a run knows of, whether it has to store them or not. */
const shownIn = ({ detections, unchanged }: FoundInScale) => [...detections, ...unchanged]

/** Whether an episode was first seen in the stretch, which no longer shows it. */
function isVanishedFrom(found: FoundInScale) {
  const still = new Set(shownIn(found).map(nameOf))
  return (episode: Episode): boolean =>
    episode.detected_at >= found.from && episode.detected_at < found.to && !still.has(storedName(episode))
}

const isFault = (detection: Detection): boolean => detection.status === 'withdrawn' && isOfOneReading(detection.why)

const laterReadings = JSON.stringify([{ code: 'laterReadings' }])

async function withdrawAlarm(db: Kysely<Tables>, id: number): Promise<void> {
  await db
    .updateTable('alarm')
    .set((eb) => ({
      status: 'withdrawn',
      ended_at: eb.ref('detected_at'),
      own_confidence_percent: 1,
      own_why: laterReadings,
    }))
    .where('id', '=', id)
    .execute()
}

/** Whether an earlier run of this stretch found something. */
export async function hasFindings(db: Kysely<Tables>, { scaleId, from, to }: FoundInScale): Promise<boolean> {
  const { found } = await db
    .selectNoFrom(({ or, exists, selectFrom }) => {
      const alarms = selectFrom('alarm').select('id').where('scale_id', '=', scaleId).where('type', 'in', weightAlarms)
      const jumps = selectFrom('jump').select('time').where('scale_id', '=', scaleId)
      const deviations = selectFrom('deviation').select('time').where('scale_id', '=', scaleId)
      const unusable = selectFrom('unusable_hour').select('time').where('scale_id', '=', scaleId)
      return or([
        exists(alarms.where('detected_at', '>=', from).where('detected_at', '<', to)),
        exists(jumps.where('time', '>=', from).where('time', '<', to)),
        exists(deviations.where('time', '>=', from).where('time', '<', to)),
        exists(unusable.where('time', '>=', from).where('time', '<', to)),
      ]).as('found')
    })
    .executeTakeFirstOrThrow()
  return Boolean(found)
}
