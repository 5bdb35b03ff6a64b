import type { Kysely } from 'kysely'
import type { RuleTerms } from '#domain/alerts/rule.ts'
import { isOfWeather, type RuleQuantity, ruleQuantities, type WeatherQuantity } from '#domain/alerts/rule-quantity.ts'
import {
  hasSilence,
  initialRuleState,
  isWithin,
  type JudgedRule,
  type RuleEpisode,
  type RulePoint,
  runRule,
  TICKED_FOR_SECONDS,
  warmUpSeconds,
} from '#domain/alerts/run-rule.ts'
import { rememberOffsets } from '#domain/hives/local-clock.ts'
import { offsetOf } from '#domain/hives/local-midnight.ts'
import { ABSENT, type RawColumnName, tileSpan } from '#domain/hives/tiles/timeline-tile.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { wholeTile } from '../../hives/timeline/whole-tiles.ts'
import type { Tables } from '../../store/tables.ts'
import { selectDays, selectLastDay } from './episode-queries.ts'

/** How many days of readings are in memory at a time. */
const CHUNK_SECONDS = 32 * DAY_SECONDS

const ofHive: Partial<Record<RuleQuantity, RawColumnName>> = {
  weight: 'weight',
  temperature: 'temperature',
  humidity: 'humidity',
}
const ofTransmitter: Partial<Record<RuleQuantity, RawColumnName>> = {
  transmitterTemperature: 'temperature',
  transmitterHumidity: 'humidity',
  battery: 'battery',
}

/** Reads the hourly weather at a transmitter, in the units of `ruleQuantityForms`. */
export type ReadAir = (
  db: Kysely<Tables>,
  input: { controllerId: number; from: number; to: number; quantities: WeatherQuantity[] },
) => Promise<Omit<RulePoint, 'isHeard'>[]>

/** Times in epoch seconds; see `JudgedRule`. `since`: when the rule last changed; without it, its terms always applied. */
export type EpisodesInput = {
  scaleId: number
  controllerId: number
  gapSeconds: number
  from: number
  until: number
  rules: { terms: RuleTerms; openSince: number | null; silentUntil: number; since?: number }[]
}

/** Per rule, in the order requested: the episodes in order of time; the last one may be ongoing. */
export type FoundEpisodes = { readings: number; episodes: RuleEpisode[][] }

/**
 * Creates the reader thread's task that runs rules over the stored data of one hive, some weeks at a
 * time. A damaged day is a gap. The same task judges new readings and tries a rule on the past.
 */
export const createReadRuleEpisodes =
  (readAir: ReadAir) =>
  async (db: Kysely<Tables>, input: EpisodesInput): Promise<FoundEpisodes> => {
    const { scaleId, controllerId, until, rules } = input
    const judged = rules.map((rule) => ({
      rule: judgedOf(rule, input),
      state: initialRuleState(rule.terms, rule.openSince),
    }))
    const wanted = new Set(rules.flatMap(({ terms }) => terms.conditions.map(({ quantity }) => quantity)))
    const quantities = ruleQuantities.filter((quantity) => wanted.has(quantity))
    const found: FoundEpisodes = { readings: 0, episodes: rules.map(() => []) }
    const begin = await beginOf(db, input)
    for (let chunk = begin; chunk <= until; chunk += CHUNK_SECONDS) {
      const to = Math.min(chunk + CHUNK_SECONDS, until + 1)
      const points = new Map<number, RulePoint>()
      found.readings += await addDays(
        db,
        points,
        { seriesId: scaleId, isHeard: true, from: chunk, to },
        quantities,
        ofHive,
      )
      const transmitter = { seriesId: -controllerId, isHeard: false, from: chunk, to }
      await addDays(db, points, transmitter, quantities, ofTransmitter)
      const weather = quantities.filter(isOfWeather)
      if (weather.length > 0) {
        for (const { time, values } of await readAir(db, { controllerId, from: chunk, to, quantities: weather }))
          add(points, time, false, values)
      }
      const inOrder = [...points.values()].sort((a, b) => a.time - b.time)
      for (const [at, { rule, state }] of judged.entries()) found.episodes[at]!.push(...runRule(rule, state, inOrder))
    }
    judged.forEach(({ rule, state }, at) => {
      const episodes = found.episodes[at]!
      episodes.push(...runRule(rule, state, [], until))
      if (state.open) episodes.push(state.open)
    })
    return found
  }

/** A silence may have begun long before: then the last day on which the hive was heard tells since when. */
async function beginOf(db: Kysely<Tables>, { scaleId, gapSeconds, from, rules }: EpisodesInput): Promise<number> {
  const warmUp = Math.max(0, ...rules.map(({ terms }) => warmUpSeconds(terms, gapSeconds)))
  const begin = tileSpan('raw', from - warmUp).from
  if (!rules.some(({ terms }) => hasSilence(terms))) return begin
  return (await selectLastDay(db, scaleId, begin - TICKED_FOR_SECONDS, begin)) ?? begin
}

/** If the condition already holds when a rule is saved, it rings at once, except outside the rule's hours: then it waits for them as usual. */
function judgedOf(
  { terms, silentUntil, since = 0 }: EpisodesInput['rules'][number],
  { gapSeconds, from }: EpisodesInput,
): JudgedRule {
  const offsetAt = rememberOffsets(offsetOf({ timeZone: terms.timeZone }))
  const judgesFrom = since > from && !isWithin({ terms, offsetAt }, since) ? since : from
  return { terms, gapSeconds, judgesFrom, silentUntil, offsetAt }
}

function add(points: Map<number, RulePoint>, time: number, isHeard: boolean, values: RulePoint['values']): void {
  const known = points.get(time)
  if (known) {
    known.isHeard ||= isHeard
    Object.assign(known.values, values)
  } else points.set(time, { time, isHeard, values })
}

type Series = { seriesId: number; isHeard: boolean; from: number; to: number }

/** Adds what one series measured in a span. Returns the number of readings. */
async function addDays(
  db: Kysely<Tables>,
  points: Map<number, RulePoint>,
  { seriesId, isHeard, from, to }: Series,
  quantities: readonly RuleQuantity[],
  columnOf: Partial<Record<RuleQuantity, RawColumnName>>,
): Promise<number> {
  const wanted = quantities.flatMap((quantity) => {
    const column = columnOf[quantity]
    return column ? [{ quantity, column }] : []
  })
  if (wanted.length === 0 && !isHeard) return 0
  let readings = 0
  for (const { bytes } of await selectDays(db, seriesId, from, to)) {
    const tile = wholeTile(
      bytes,
      wanted.map(({ column }) => column),
    )
    if (tile?.level !== 'raw') continue
    for (let row = 0; row < tile.length; row++) {
      const time = tile.from + tile.time[row]!
      if (time >= to) break
      const values: RulePoint['values'] = {}
      for (const { quantity, column } of wanted) {
        const value = tile.columns[column]?.[row] ?? ABSENT
        if (value !== ABSENT) values[quantity] = value
      }
      add(points, time, isHeard, values)
      readings++
    }
  }
  return readings
}
