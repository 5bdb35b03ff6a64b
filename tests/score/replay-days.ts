import { hintAlarms } from '#domain/alerts/alarm-types.ts'
import type { HourWeights } from '#domain/hives/hour-weights.ts'
import { localMidnights } from '#domain/hives/local-midnight.ts'
import { ABSENT } from '#domain/hives/tiles/timeline-tile.ts'
import type { HintApiary } from '#domain/insight/hint.ts'
import { celsiusAt, hintDays } from '#domain/insight/hint-days.ts'
import { hintEpisodes } from '#domain/insight/hint-episodes.ts'
import { hintJudges } from '#domain/insight/hint-judges.ts'
import { jumpsByHand } from '#domain/insight/net-weight.ts'
import { initialState, runDetectors } from '../../server/alerts/alarms/detectors/run-detectors.ts'
import { netHours } from '../../server/insight/analysis/net-hours.ts'
import type { LabeledApiary, LabeledHive } from './labeled-hive.ts'
import type { HeardAlarm } from './score.ts'

const HOUR = 3600

/** The hints of a labeled apiary, judged at the end of each day by what was read until then. */
export function replayDays(apiary: LabeledApiary): HeardAlarm[] {
  const { midnights, days } = daysOf(apiary)
  return hintAlarms.flatMap((type) => {
    const found = midnights.map((_, at) => hintJudges[type](days, at))
    return apiary.hives.flatMap(({ scaleId }, hive) =>
      hintEpisodes(
        type,
        found.map((ofDay) => ofDay[hive]!),
        0,
        null,
      ).map(({ from, confidencePercent }): HeardAlarm => {
        const at = midnights[from]!.time
        return { scaleId, type, startedAt: at, levels: [{ at, confidencePercent }] }
      }),
    )
  })
}

export function daysOf({ hives, settings }: LabeledApiary) {
  const first = Math.min(...hives.map(({ samples }) => samples[0]!.time))
  const last = Math.max(...hives.map(({ samples }) => samples.at(-1)!.time))
  const midnights = localMidnights({ utcOffsetHours: settings.utcOffsetHours }, first, last)
  const days: HintApiary = {
    hives: hives.map((hive) => {
      const gross = hoursOf(hive)
      const { jumps } = runDetectors(initialState(), hive.samples, settings)
      const byHand = jumpsByHand(jumps, { interventions: hive.notes.map(({ time }) => time), changes: [], alarms: [] })
      const { emptyGrams } = hive
      return {
        scaleId: hive.scaleId,
        ...hintDays({ gross, net: netHours(gross, byHand) }, midnights),
        feedOf: (grams) => (emptyGrams === undefined ? null : Math.max(0, grams - emptyGrams)),
      }
    }),
    celsius: celsiusAt(hives.map(temperaturesOf), midnights),
  }
  return { midnights, days }
}

function hoursOf({ samples }: LabeledHive): HourWeights {
  const hours: HourWeights = { time: [], last: [], start: [] }
  for (const { time, weightGrams } of samples) {
    const hour = time - (time % HOUR)
    if (hours.time.at(-1) === hour) hours.last[hours.last.length - 1] = weightGrams
    else {
      hours.time.push(hour)
      hours.last.push(weightGrams)
      hours.start.push(time === hour ? weightGrams : ABSENT)
    }
  }
  return hours
}

function temperaturesOf({ samples, celsius }: LabeledHive) {
  const byHour = new Map(
    samples.flatMap(({ time }, at) => (celsius ? [[time - (time % HOUR), celsius[at]!] as const] : [])),
  )
  return { time: [...byHour.keys()], celsius: [...byHour.values()] }
}
