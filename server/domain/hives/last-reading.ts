import * as v from 'valibot'

const measured = v.nullable(v.number())
const time = v.nullable(v.string())

/**
 * A scale's newest reading, at `time`, with the last value of each quantity, in kg, °C and %; null if it is from before the day before.
 * `weightTime` and so on: when each was last measured, however long ago; null if never, or if that is not known.
 */
export const LastReading = v.object({
  time: v.string(),
  weight: measured,
  weightTime: time,
  temperature: measured,
  temperatureTime: time,
  humidity: measured,
  humidityTime: time,
})
export type LastReading = v.InferOutput<typeof LastReading>
