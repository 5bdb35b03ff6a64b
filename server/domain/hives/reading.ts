export const READINGS_MAXIMUM = 10_000
export const BODY_MAXIMUM_BYTES = 1024 * 1024
/** How far ahead of the server's clock a reading's time may be. */
export const FUTURE_TOLERANCE_SECONDS = 600
/** The chart's start date; earlier readings are refused. 2016-01-01T00:00:00Z. */
export const EARLIEST_TIME_SECONDS = 1_451_606_400
/** The latest time that can be queried. 2100-01-01T00:00:00Z. */
export const LATEST_TIME_SECONDS = 4_102_444_800

export const WEIGHT_MINIMUM_GRAMS = -20_000
export const WEIGHT_MAXIMUM_GRAMS = 1_100_000
export const TEMPERATURE_MINIMUM_CENTI = -6_000
export const TEMPERATURE_MAXIMUM_CENTI = 10_000

/** The valid ranges of a transmitter's own values, from and to: V, °C and dBm. */
export const stationLimits = {
  battery: [0, 100],
  chipTemperature: [-100, 200],
  signal: [-200, 0],
} as const satisfies Record<string, readonly [number, number]>
export const VERSION_CHARACTERS = 40

/** The position of each value in a row of `ReadingRows`. */
export const Field = { index: 0, channel: 1, time: 2, weight: 3, temperature: 4, humidity: 5 } as const
export const FIELDS_A_ROW = Object.keys(Field).length
/** The known fields of a reading; all others are names given by the device. */
export const readingKeys: ReadonlySet<string> = new Set(Object.keys(Field).filter((name) => name !== 'index'))

/**
 * The checked readings of one request, row after row in one array, NaN for missing values. `index` is the position in the request;
 * `channel` 0 is the controller itself; time in epoch seconds, weight in grams, temperature in 1/100 °C, humidity in 1/10 %.
 */
export type ReadingRows = { length: number; values: Float64Array }

/** One value of one row. */
export const fieldOf = ({ values }: ReadingRows, row: number, field: keyof typeof Field): number =>
  values[row * FIELDS_A_ROW + Field[field]]!
