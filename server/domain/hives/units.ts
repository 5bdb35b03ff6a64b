import type { RawColumnName } from './tiles/timeline-tile.ts'

/** Conversions between the API's units (kg, °C, %, V) and the integers used internally. */

/** More than a product of two doubles is off, and less than any device resolves. */
const PRODUCT_ERROR = 1e-12

/** Rounds half away from zero as a number was written in decimals: the double for 16.1315 times 1000 is a little less than 16131.5. */
const rounded = (product: number): number => Math.round(product + product * PRODUCT_ERROR)

export const gramsFromKg = (kg: number): number => rounded(kg * 1000)
export const kgFromGrams = (grams: number): number => grams / 1000
export const centiFromCelsius = (celsius: number): number => rounded(celsius * 100)
export const celsiusFromCenti = (centi: number): number => centi / 100
export const permilleFromPercent = (percent: number): number => rounded(percent * 10)
export const percentFromPermille = (permille: number): number => permille / 10
export const millivoltsFromVolts = (volts: number): number => rounded(volts * 1000)
export const voltsFromMillivolts = (millivolts: number): number => millivolts / 1000

/** Converts each column of a raw tile to the API's units. */
export const rawUnits: Record<RawColumnName, (stored: number) => number> = {
  weight: kgFromGrams,
  temperature: celsiusFromCenti,
  humidity: percentFromPermille,
  battery: voltsFromMillivolts,
  signal: (dBm) => dBm,
}
