/**
 * What a transmitter measured of itself at times of their own, ascending and each time once, row after row in one array: epoch
 * seconds, mV, 1/100 °C, dBm, NaN where a value is absent.
 */
export type StationRows = Float64Array

/** Positions of the values in a row. */
export const StationField = { time: 0, battery: 1, chipTemperature: 2, signal: 3 } as const
export const STATION_FIELDS = Object.keys(StationField).length

/** For a request that only says how its transmitter is now. */
export const NO_STATIONS: StationRows = new Float64Array(0)

/** The last value of a field; null if there is none. */
export function lastSaid(rows: StationRows, field: keyof typeof StationField): number | null {
  for (let at = rows.length - STATION_FIELDS; at >= 0; at -= STATION_FIELDS) {
    const value = rows[at + StationField[field]]!
    if (!Number.isNaN(value)) return value
  }
  return null
}
