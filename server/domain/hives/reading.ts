export const READINGS_MAXIMUM = 10_000
export const BODY_MAXIMUM_BYTES = 1024 * 1024
/** How far ahead of the server's clock a reading's time may be. */
export const FUTURE_TOLERANCE_SECONDS = 600
/** The chart's start date; nothing before it is taken. 2016-01-01T00:00:00Z. */
export const EARLIEST_TIME_SECONDS = 1_451_606_400
/** Nothing after it can be asked for. 2100-01-01T00:00:00Z. */
export const LATEST_TIME_SECONDS = 4_102_444_800

export const WEIGHT_MINIMUM_GRAMS = -20_000
export const WEIGHT_MAXIMUM_GRAMS = 1_100_000
export const TEMPERATURE_MINIMUM_CENTI = -6_000
export const TEMPERATURE_MAXIMUM_CENTI = 10_000

/** What a transmitter may say of itself: V, °C and dBm, from and to. */
export const stationLimits = {
  battery: [0, 100],
  chipTemperature: [-100, 200],
  signal: [-200, 0],
} as const satisfies Record<string, readonly [number, number]>
export const VERSION_CHARACTERS = 40

/** Where a value stands in a row of `ReadingRows`. */
export const Field = { index: 0, channel: 1, time: 2, weight: 3, temperature: 4, humidity: 5 } as const
export const FIELDS_A_ROW = Object.keys(Field).length
/** What a reading may say; all else is a name of its device. */
export const readingKeys: ReadonlySet<string> = new Set(Object.keys(Field).filter((name) => name !== 'index'))

/**
 * Readings of one request after the check, row after row in one array, NaN where a value is absent. `index` is the place
 * in the request, `channel` 0 the controller itself; time in epoch seconds; weight in grams, temperature in 1/100 °C,
 * humidity in 1/10 %.
 */
export type ReadingRows = { length: number; values: Float64Array }

/** One value of one row. */
export const fieldOf = ({ values }: ReadingRows, row: number, field: keyof typeof Field): number =>
  values[row * FIELDS_A_ROW + Field[field]]!
