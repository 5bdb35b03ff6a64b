import * as v from 'valibot'
import { HOUR_SECONDS } from '../platform/durations.ts'

/**
 * The effect of temperature on a scale: it shows `gramsPerKelvin` too much for each kelvin above the reference (°C). `source`: which
 * temperature is used, that of the scale or that of its transmitter.
 */
export const TemperatureCompensation = v.object({
  gramsPerKelvin: v.pipe(v.number(), v.minValue(-500), v.maxValue(500)),
  referenceTemperature: v.pipe(v.number(), v.minValue(-50), v.maxValue(80)),
  source: v.picklist(['scale', 'controller']),
})
export type TemperatureCompensation = v.InferOutput<typeof TemperatureCompensation>

/** Hourly means: start of the hour in epoch seconds, grams, °C. */
export type HourSample = { time: number; grams: number; celsius: number }

/** `uncertainty` is half of the 95 % interval in g/K, `correlation` is Spearman's, between changes in weight and temperature. */
export const TemperatureFit = v.object({
  gramsPerKelvin: v.number(),
  uncertainty: v.number(),
  correlation: v.number(),
  nights: v.number(),
  referenceTemperature: v.number(),
})
export type TemperatureFit = v.InferOutput<typeof TemperatureFit>

/** `tooLittle`: too few quiet nights, or too similar ones. `poor`: the temperature explains too little. */
export const FitRefusal = v.picklist(['tooLittle', 'poor'])
export type FitRefusal = v.InferOutput<typeof FitRefusal>

/** The reply of `GET scale/{id}/temperature`: kg by hour (ISO 8601) as measured and as it would be shown. */
export const TemperatureReply = v.object({
  fit: v.nullable(v.object({ ...TemperatureFit.entries, source: TemperatureCompensation.entries.source })),
  refused: v.nullable(FitRefusal),
  curve: v.array(v.object({ time: v.string(), weight: v.number(), compensated: v.nullable(v.number()) })),
})
export type TemperatureReply = v.InferOutput<typeof TemperatureReply>

/** Local hours during which no bees fly; each step spans two of them, so that the night's own trend in it is small. */
const NIGHT_HOURS = [21, 23, 25, 27, 29]
/** More than this within two hours is neither breathing nor the sensor: somebody was there, or it rained. */
const QUIET_GRAMS = 300
const LEAST_NIGHTS = 10
const LEAST_SPREAD_KELVIN = 1
/** Two steps with a smaller difference say nothing about the slope. */
const LEAST_DIFFERENCE_KELVIN = 0.5
const MOST_UNCERTAINTY = 3
const LEAST_CORRELATION = 0.3
const NORMAL_95 = 1.96

type Step = { night: number; kelvin: number; grams: number }

/**
 * Estimates how a scale follows the temperature from the steps within quiet nights: the median slope of all pairs of steps (Theil–Sen; P.
 * K. Sen 1968, with his interval), which single bad nights do not affect. What the bees consume at night ends up in the intercept.
 */
export function fitTemperature(
  samples: readonly HourSample[],
  utcOffsetHours: number,
): { fit: TemperatureFit } | { refused: FitRefusal } {
  const steps = nightSteps(samples, utcOffsetHours)
  const nights = new Set(steps.map(({ night }) => night)).size
  if (nights < LEAST_NIGHTS || spread(steps.map(({ kelvin }) => kelvin)) < LEAST_SPREAD_KELVIN) {
    return { refused: 'tooLittle' }
  }
  const slopes = pairSlopes(steps)
  if (slopes.length === 0) return { refused: 'tooLittle' }
  const gramsPerKelvin = quantile(slopes, 0.5)
  const n = steps.length
  const ranks = NORMAL_95 * Math.sqrt((n * (n - 1) * (2 * n + 5)) / 18)
  const share = Math.min(1, ranks / ((n * (n - 1)) / 2)) / 2
  const uncertainty = (quantile(slopes, 0.5 + share) - quantile(slopes, 0.5 - share)) / 2
  const correlation = spearman(steps)
  const isSure =
    uncertainty <= Math.max(MOST_UNCERTAINTY, Math.abs(gramsPerKelvin) / 3) && uncertainty < Math.abs(gramsPerKelvin)
  if (!isSure || Math.abs(correlation) < LEAST_CORRELATION) return { refused: 'poor' }
  const temperatures = samples.map(({ celsius }) => celsius).sort((a, b) => a - b)
  return {
    fit: {
      gramsPerKelvin: rounded(gramsPerKelvin),
      uncertainty: rounded(uncertainty),
      correlation: Math.round(correlation * 100) / 100,
      nights,
      referenceTemperature: rounded(quantile(temperatures, 0.5)),
    },
  }
}

/** Removes the effect of temperature from a weight in grams. */
export const compensate = (
  grams: number,
  celsius: number,
  { gramsPerKelvin, referenceTemperature }: Pick<TemperatureCompensation, 'gramsPerKelvin' | 'referenceTemperature'>,
): number => grams - gramsPerKelvin * (celsius - referenceTemperature)

function nightSteps(samples: readonly HourSample[], utcOffsetHours: number): Step[] {
  const byHour = new Map(samples.map((sample) => [Math.floor(sample.time / HOUR_SECONDS) + utcOffsetHours, sample]))
  const evenings = new Set([...byHour.keys()].map((hour) => Math.floor(hour / 24)))
  const steps: Step[] = []
  for (const night of evenings) {
    for (let i = 0; i + 1 < NIGHT_HOURS.length; i++) {
      const from = byHour.get(night * 24 + NIGHT_HOURS[i]!)
      const to = byHour.get(night * 24 + NIGHT_HOURS[i + 1]!)
      if (!from || !to || Math.abs(to.grams - from.grams) > QUIET_GRAMS) continue
      steps.push({ night, kelvin: to.celsius - from.celsius, grams: to.grams - from.grams })
    }
  }
  return steps
}

function pairSlopes(steps: readonly Step[]): number[] {
  const slopes: number[] = []
  for (let i = 0; i < steps.length; i++) {
    for (let j = i + 1; j < steps.length; j++) {
      const kelvin = steps[j]!.kelvin - steps[i]!.kelvin
      if (Math.abs(kelvin) >= LEAST_DIFFERENCE_KELVIN) slopes.push((steps[j]!.grams - steps[i]!.grams) / kelvin)
    }
  }
  return slopes.sort((a, b) => a - b)
}

const spread = (values: readonly number[]): number => {
  const ordered = values.toSorted((a, b) => a - b)
  return ordered.length === 0 ? 0 : quantile(ordered, 0.9) - quantile(ordered, 0.1)
}

/** A quantile of ascending values, linearly interpolated. */
function quantile(ordered: readonly number[], share: number): number {
  const at = Math.min(1, Math.max(0, share)) * (ordered.length - 1)
  const low = ordered[Math.floor(at)]!
  return low + (at - Math.floor(at)) * (ordered[Math.ceil(at)]! - low)
}

function spearman(steps: readonly Step[]): number {
  const x = ranksOf(steps.map(({ kelvin }) => kelvin))
  const y = ranksOf(steps.map(({ grams }) => grams))
  const mean = (steps.length - 1) / 2
  let both = 0
  let ofX = 0
  let ofY = 0
  for (let i = 0; i < x.length; i++) {
    both += (x[i]! - mean) * (y[i]! - mean)
    ofX += (x[i]! - mean) ** 2
    ofY += (y[i]! - mean) ** 2
  }
  return ofX > 0 && ofY > 0 ? both / Math.sqrt(ofX * ofY) : 0
}

/** Ranks from 0; equal values share their mean rank. */
function ranksOf(values: readonly number[]): number[] {
  const order = values.map((_, index) => index).sort((a, b) => values[a]! - values[b]!)
  const ranks = new Array<number>(values.length)
  for (let first = 0; first < order.length; ) {
    let last = first
    while (last + 1 < order.length && values[order[last + 1]!] === values[order[first]!]) last++
    for (let i = first; i <= last; i++) ranks[order[i]!] = (first + last) / 2
    first = last + 1
  }
  return ranks
}

const rounded = (value: number): number => Math.round(value * 10) / 10 + 0
