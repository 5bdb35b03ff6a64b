/** One measurement as the native format writes it: channel 0 is the transmitter itself; kg, °C, %. */
export type DeviceReading = {
  time: string
  channel: number
  weight?: number
  temperature?: number
  humidity?: number
}

/** A weight before calibration, in the units of its converter. */
export type RawWeight = { time: string; channel: number; raw: number }

/** What a message of any format says. Battery in V, signal in dBm; what it does not say is null. */
export type DeviceMessage = {
  battery: number | null
  signal: number | null
  softwareVersion: string | null
  readings: DeviceReading[]
  raw: RawWeight[]
}

export const emptyMessage = (): DeviceMessage => ({
  battery: null,
  signal: null,
  softwareVersion: null,
  readings: [],
  raw: [],
})

/** A reading, unless it says nothing. */
export function pushReading(
  message: DeviceMessage,
  time: string,
  channel: number,
  values: { [Name in 'weight' | 'temperature' | 'humidity']?: number | undefined },
): void {
  const said = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
  if (Object.keys(said).length > 0) message.readings.push({ time, channel, ...said })
}

/** A value within its limits, else null: a sensor that is not connected must not cost the rest. */
export const within = (value: number | undefined, minimum: number, maximum: number): number | null =>
  value !== undefined && value >= minimum && value <= maximum ? value : null

/** The finite number in a value of a query, a form or JSON. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || !/^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(value)) return undefined
  return Number(value)
}

/** Seconds or milliseconds since 1970, or ISO 8601, as ISO 8601; undefined for what is neither. */
export function isoTimeOf(value: unknown): string | undefined {
  const number = numberOf(value)
  const milliseconds =
    number !== undefined
      ? number > 1e11
        ? number
        : number * 1000
      : typeof value === 'string'
        ? Date.parse(value)
        : Number.NaN
  return Math.abs(milliseconds) < 8e15 ? new Date(milliseconds).toISOString() : undefined
}
