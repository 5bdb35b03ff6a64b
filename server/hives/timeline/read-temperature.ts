import type { Kysely } from 'kysely'
import {
  compensate,
  type FitRefusal,
  fitTemperature,
  type HourSample,
  type TemperatureCompensation,
  type TemperatureReply,
} from '#domain/hives/temperature-compensation.ts'
import { ABSENT, type Tile } from '#domain/hives/tiles/timeline-tile.ts'
import { celsiusFromCenti, kgFromGrams } from '#domain/hives/units.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { Tables } from '../../store/tables.ts'
import { readHourTiles } from './read-hour-tiles.ts'

const FITTED_DAYS = 90
const SHOWN_DAYS = 7

export type TemperatureInput = {
  scaleId: number
  controllerId: number
  utcOffsetHours: number
  nowSeconds: number
  /** The compensation currently enabled. */
  compensation: TemperatureCompensation | null
}

/**
 * Reader task: how a scale followed its own or its transmitter's temperature in the last three months, whichever correlates better,
 * and its last week with that removed, by the enabled compensation if there is one.
 */
export async function readTemperature(db: Kysely<Tables>, input: TemperatureInput): Promise<TemperatureReply> {
  const { scaleId, controllerId, nowSeconds } = input
  const span = { from: nowSeconds - FITTED_DAYS * DAY_SECONDS, to: nowSeconds }
  const { tiles } = await readHourTiles(db, [scaleId, -controllerId], span, ['weightMean', 'temperature'])
  const weights = hourly(tiles.get(scaleId) ?? [], 'weightMean', span.from)
  const temperatures = {
    scale: hourly(tiles.get(scaleId) ?? [], 'temperature', span.from),
    controller: hourly(tiles.get(-controllerId) ?? [], 'temperature', span.from),
  }
  const found = (['scale', 'controller'] as const).map((source) => ({
    source,
    ...fitTemperature(samplesOf(weights, temperatures[source]), input.utcOffsetHours),
  }))
  const fits = found.flatMap((one) => ('fit' in one ? [{ ...one.fit, source: one.source }] : []))
  const fit = fits.sort((a, b) => Math.abs(b.correlation) - Math.abs(a.correlation))[0] ?? null
  const refusals = found.flatMap((one): FitRefusal[] => ('refused' in one ? [one.refused] : []))
  const taken = input.compensation ?? fit
  const curve = [...weights]
    .filter(([time]) => time >= nowSeconds - SHOWN_DAYS * DAY_SECONDS)
    .map(([time, grams]) => {
      const centi = taken ? temperatures[taken.source].get(time) : undefined
      const without = taken && centi !== undefined ? compensate(grams, celsiusFromCenti(centi), taken) : null
      return {
        time: new Date(time * 1000).toISOString(),
        weight: kgFromGrams(grams),
        compensated: without === null ? null : kgFromGrams(Math.round(without)),
      }
    })
  const refused = fit ? null : refusals.includes('poor') ? 'poor' : 'tooLittle'
  return { fit, refused, curve }
}

/** The values of a column, keyed by the start of their hour in epoch seconds. */
function hourly(tiles: readonly Tile[], column: 'weightMean' | 'temperature', from: number): Map<number, number> {
  const values = new Map<number, number>()
  for (const tile of tiles) {
    const found = tile.level === 'hour' ? tile.columns[column] : undefined
    for (let i = 0; found && i < tile.length; i++) {
      const time = tile.from + tile.time[i]!
      if (found[i] !== ABSENT && time >= from) values.set(time, found[i]!)
    }
  }
  return values
}

const samplesOf = (weights: Map<number, number>, temperatures: Map<number, number>): HourSample[] =>
  [...weights].flatMap(([time, grams]) => {
    const centi = temperatures.get(time)
    return centi === undefined ? [] : [{ time, grams, celsius: celsiusFromCenti(centi) }]
  })
