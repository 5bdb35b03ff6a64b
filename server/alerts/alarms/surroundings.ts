import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import { contextSpan } from './alarm-context.ts'
import { type AssessedAlarm, readSwarms } from './alarm-queries.ts'
import {
  type Evidence,
  evidenceSpan,
  firstAfter,
  hasChangeIn,
  swarmCover,
  withoutSpikes,
} from './detectors/assess-alarm.ts'
import { LONGEST_DEVIATION_SECONDS } from './detectors/deviation.ts'
import { type FoundAlarm, swarmSignsFor } from './detectors/swarm-signs.ts'
import { readInterventions } from './intervention-queries.ts'
import { readDeviations, readJumps } from './jump-queries.ts'
import { readScaleChanges } from './scale-change-queries.ts'

/** What is stored about the surroundings of some alarms, in memory and ordered by time, so that each lookup is fast. */
export type Surroundings = {
  /** `beside`: the hives near the alarm, without its own. */
  around(alarm: FoundAlarm, beside: readonly number[]): Evidence
  /** Called when an alarm has become more or less sure. */
  note(id: number, confidencePercent: number): void
}

/** Reads once what alarms of some scales are judged by; `scaleIds` are their scales and nearby ones. */
export async function readSurroundings(
  db: Kysely<Tables>,
  alarms: readonly AssessedAlarm[],
  scaleIds: number[],
): Promise<Surroundings> {
  const spans = alarms.map(contextSpan)
  const from = Math.min(...spans.map((span) => span.from))
  const to = Math.max(...spans.map((span) => span.to))
  const jumps = await readJumps(db, scaleIds, from, to)
  const steps = Map.groupBy(
    withoutSpikes(
      jumps.map(({ scale_id, time, change_grams }) => ({ scaleId: scale_id, time, changeGrams: change_grams })),
    ),
    ({ scaleId }) => scaleId!,
  )
  const deviations = Map.groupBy(await readDeviations(db, scaleIds, from, to), ({ scaleId }) => scaleId)
  const interventions = Map.groupBy(await readInterventions(db, scaleIds, from, to), ({ scaleId }) => scaleId)
  const changes = Map.groupBy(await readScaleChanges(db, scaleIds, from, to), ({ scaleId }) => scaleId)
  const swarms = await readSwarms(db, scaleIds, from, to)
  const swarmsById = new Map(swarms.map((swarm) => [swarm.id, swarm]))

  return {
    around(alarm, beside) {
      const span = evidenceSpan(alarm.detection)
      const noted = interventions.get(alarm.scaleId)
      const near = new Set(beside)
      const around = contextSpan(alarm)
      const signs = swarmSignsFor(
        alarm,
        inSpan(swarms, around.from, around.to - 1, detectedAt).filter(({ scaleId }) => near.has(scaleId)),
      )
      return {
        steps: beside.flatMap((scaleId) => inSpan(steps.get(scaleId) ?? [], span.from, span.to, timeOf)),
        hasIntervention: noted !== undefined && inSpan(noted, span.from, span.to, timeOf).length > 0,
        hasChange: hasChangeIn(alarm.detection, changes.get(alarm.scaleId)?.map(timeOf) ?? []),
        isOfSwarm: swarmCover(signs),
        swarmSigns: signs,
        deviationsBeside: beside.map((scaleId) =>
          inSpan(deviations.get(scaleId) ?? [], span.from, span.to + LONGEST_DEVIATION_SECONDS, timeOf),
        ),
      }
    },
    note(id, confidencePercent) {
      const swarm = swarmsById.get(id)
      if (swarm) swarm.confidencePercent = confidencePercent
    },
  }
}

const timeOf = ({ time }: { time: number }) => time
const detectedAt = ({ detection }: FoundAlarm) => detection.detectedAt

/** Returns the items from `from` to `to`, both inclusive, of a list ordered by time. */
const inSpan = <Item>(items: readonly Item[], from: number, to: number, at: (item: Item) => number): Item[] =>
  items.slice(firstAfter(items, from - 1, at), firstAfter(items, to, at))
