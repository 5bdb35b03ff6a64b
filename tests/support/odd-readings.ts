import fc from 'fast-check'
import { HIVES_START, type Order, type SentReading } from './two-hives.ts'

export const orders: fc.Arbitrary<Order> = fc.oneof(
  fc.integer().map((seed) => ({ shuffledBy: seed })),
  fc.nat(600).map((by) => ({ rotatedBy: by })),
)
export const cuts = fc.array(fc.nat(600), { minLength: 1, maxLength: 8 })
export const foldings = fc.constantFrom('fold each' as const, 'fold at the end' as const)
/** Milliseconds that a part of a fold may take. */
export const durations = fc.constantFrom(0, 1, 25)

export const timeAt = (minute: number): string => new Date((HIVES_START + minute * 60) * 1000).toISOString()

/** What a broken scale might send, in order of time: jumps of any size, gaps, values left out, and days that lie apart. */
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
