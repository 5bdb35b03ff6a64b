import * as v from 'valibot'
import { AlarmStatus, AlarmType, AlarmVerdict } from '../alerts/alarm.ts'
import { ScaleState, ScaleType } from '../hives/scale.ts'

export const V1_ROWS_MAXIMUM = 10_000
/** The longest span of one request in days, by resolution of the readings; that of `hour` also applies to midnight values and alarms. */
export const v1DaysMaximum = { raw: 100, hour: 1100, day: 7400 } as const

const measured = v.nullable(v.number())
const time = v.pipe(v.string(), v.isoTimestamp())
const page = { nextCursor: v.nullable(v.string()) }

/** A scale and its place. */
export const V1Scale = v.object({
  id: v.number(),
  name: v.string(),
  type: ScaleType,
  state: ScaleState,
  channel: v.number(),
  transmitterId: v.number(),
  transmitter: v.string(),
  latitude: measured,
  longitude: measured,
})
export type V1Scale = v.InferOutput<typeof V1Scale>
export const V1ScaleList = v.object({ items: v.array(V1Scale), ...page })

/** In kg, °C and %. For an hour or a day: the last weight and the means of the other values, with the time at which it began. */
export const V1Reading = v.object({
  scaleId: v.number(),
  scale: v.string(),
  time,
  weight: measured,
  temperature: measured,
  humidity: measured,
})
export type V1Reading = v.InferOutput<typeof V1Reading>
export const V1ReadingList = v.object({ items: v.array(V1Reading), ...page })

/** The weight in kg at local midnight, and the change since the midnight before. */
export const V1Midnight = v.object({
  scaleId: v.number(),
  scale: v.string(),
  date: v.pipe(v.string(), v.isoDate()),
  weight: measured,
  delta: measured,
})
export type V1Midnight = v.InferOutput<typeof V1Midnight>
export const V1MidnightList = v.object({ items: v.array(V1Midnight), ...page })

/**
 * What a dashboard shows of a scale: its newest reading, at `time`, with the last value of each quantity and the time of each (null if never
 * measured, or not known), the gain in kg over a day and over a week, its transmitter's V and dBm.
 */
export const V1Figures = v.object({
  scaleId: v.number(),
  scale: v.string(),
  transmitterId: v.number(),
  transmitter: v.string(),
  time: v.nullable(time),
  weight: measured,
  temperature: measured,
  humidity: measured,
  change24h: measured,
  change7d: measured,
  battery: measured,
  signal: measured,
  weightTime: v.nullable(time),
  temperatureTime: v.nullable(time),
  humidityTime: v.nullable(time),
})
export type V1Figures = v.InferOutput<typeof V1Figures>
export const V1FiguresList = v.object({ items: v.array(V1Figures), ...page })

/** `weightChange` in kg, `confidence` 0 to 1. */
export const V1Alarm = v.object({
  id: v.number(),
  scaleId: measured,
  transmitterId: v.number(),
  type: AlarmType,
  status: AlarmStatus,
  startedAt: time,
  endedAt: v.nullable(time),
  weightChange: measured,
  confidence: v.number(),
  verdict: v.nullable(AlarmVerdict),
  /** The name of the rule that raised it. */
  rule: v.nullable(v.string()),
})
export type V1Alarm = v.InferOutput<typeof V1Alarm>
export const V1AlarmList = v.object({ items: v.array(V1Alarm), ...page })
