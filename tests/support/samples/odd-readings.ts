import fc from 'fast-check'
import { cutAt, HIVES_START, inOrder, type Order, type SentReading, type Way } from './two-hives.ts'

/** How readings arrive: rotated or shuffled, in batches, with parts of a fold limited to so many milliseconds. */
export const arrivals = fc.record({
  order: fc.oneof(
    fc.integer().map((seed): Order => ({ shuffledBy: seed })),
    fc.nat(600).map((by): Order => ({ rotatedBy: by })),
  ),
  cuts: fc.array(fc.nat(600), { minLength: 1, maxLength: 8 }),
  between: fc.constantFrom('fold each' as const, 'fold at the end' as const),
  milliseconds: fc.constantFrom(0, 1, 25),
})
type Arrival = typeof arrivals extends fc.Arbitrary<infer One> ? One : never

export const wayOf = (readings: readonly SentReading[], { order, cuts, ...way }: Arrival): Way => ({
  batches: cutAt(inOrder(readings, order), cuts),
  ...way,
})

export const timeAt = (minute: number): string => new Date((HIVES_START + minute * 60) * 1000).toISOString()

/** What a broken scale might send, in chronological order: jumps of any size, gaps, missing values, and days far apart. */
export const oddReadings = (count: { minLength: number; maxLength: number }): fc.Arbitrary<SentReading[]> =>
  fc
    .uniqueArray(
      fc.record(
        {
          minute: fc.nat(3 * 1440),
          channel: fc.constantFrom(1, 2),
          weight: fc.integer({ min: -50_000, max: 250_000 }),
          temperature: fc.integer({ min: -4000, max: 8000 }),
          humidity: fc.nat(1000),
        },
        { requiredKeys: ['minute', 'channel'] },
      ),
      { selector: ({ minute, channel }) => `${minute} ${channel}`, size: 'max', ...count },
    )
    .map((readings) =>
      readings
        .toSorted((a, b) => a.minute - b.minute || a.channel - b.channel)
        .map(({ minute, channel, weight, temperature, humidity }) => ({
          time: timeAt(minute),
          channel,
          ...(weight === undefined ? {} : { weight: weight / 1000 }),
          ...(temperature === undefined ? {} : { temperature: temperature / 100 }),
          ...(humidity === undefined ? {} : { humidity: humidity / 10 }),
        })),
    )
