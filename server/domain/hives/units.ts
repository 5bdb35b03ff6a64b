import type { RawColumnName } from './tiles/timeline-tile.ts'

/** Conversions between the API's units (kg, °C, %, V) and the integers used internally. */

export const gramsFromKg = (kg: number): number => Math.round(kg * 1000)
export const kgFromGrams = (grams: number): number => grams / 1000
export const centiFromCelsius = (celsius: number): number => Math.round(celsius * 100)
export const celsiusFromCenti = (centi: number): number => centi / 100
export const permilleFromPercent = (percent: number): number => Math.round(percent * 10)
export const percentFromPermille = (permille: number): number => permille / 10
export const millivoltsFromVolts = (volts: number): number => Math.round(volts * 1000)
export const voltsFromMillivolts = (millivolts: number): number => millivolts / 1000

/** Converts each column of a raw tile to the API's units. */
export const rawUnits: Record<RawColumnName, (stored: number) => number> = {
  weight: kgFromGrams,
  temperature: celsiusFromCenti,
  humidity: percentFromPermille,
  battery: voltsFromMillivolts,
  signal: (dBm) => dBm,
}
