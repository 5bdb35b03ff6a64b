import { Counter, collectDefaultMetrics, Gauge, type Metric, Registry } from 'prom-client'

/** Durations counted into buckets by plain additions: for code where looking up a label each time would be noticeable. */
export type DurationCounts = { bounds: readonly number[]; buckets: Float64Array; sumMs: number }

const INGEST_BOUNDS_MS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000] as const

export const createDurationCounts = (bounds: readonly number[] = INGEST_BOUNDS_MS): DurationCounts => ({
  bounds,
  buckets: new Float64Array(bounds.length + 1),
  sumMs: 0,
})

/** Adds one duration, in milliseconds. */
export function countDuration(counts: DurationCounts, ms: number): void {
  const { bounds } = counts
  let bucket = 0
  while (bucket < bounds.length && ms > bounds[bucket]!) bucket++
  counts.buckets[bucket]!++
  counts.sumMs += ms
}

type Labeled = readonly { labels?: Record<string, string>; value: number }[]
type Measure = () => number | Labeled | Promise<number | Labeled>

/** Metrics in Prometheus format, read on request. */
export type Metrics = {
  counter(name: string, help: string, measure: Measure, labelNames?: string[]): void
  gauge(name: string, help: string, measure: Measure, labelNames?: string[]): void
  /** `name` must end in `_seconds`. */
  durations(name: string, help: string, counts: DurationCounts): void
  text(): Promise<string>
  contentType: string
}

/** Creates a separate registry, which includes the process metrics. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const labeled = async (measure: Measure): Promise<Labeled> => {
    const measured = await measure()
    return typeof measured === 'number' ? [{ value: measured }] : measured
  }
  return {
    counter(name, help, measure, labelNames = []) {
      new Counter({
        name,
        help,
        labelNames,
        registers: [registry],
        async collect() {
          const measured = await labeled(measure)
          this.reset()
          for (const { labels = {}, value } of measured) this.inc(labels, value)
        },
      })
    },
    gauge(name, help, measure, labelNames = []) {
      new Gauge({
        name,
        help,
        labelNames,
        registers: [registry],
        async collect() {
          const measured = await labeled(measure)
          this.reset()
          for (const { labels = {}, value } of measured) this.set(labels, value)
        },
      })
    },
    durations(name, help, counts) {
      const metric = { name, get: async () => ({ name, help, type: 'histogram', values: histogramOf(name, counts) }) }
      registry.registerMetric(metric as unknown as Metric)
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

function histogramOf(name: string, { bounds, buckets, sumMs }: DurationCounts) {
  let below = 0
  const cumulative = Array.from(buckets, (count, i) => {
    below += count
    const le = i < bounds.length ? String(bounds[i]! / 1000) : '+Inf'
    return { metricName: `${name}_bucket`, labels: { le }, value: below }
  })
  return [
    ...cumulative,
    { metricName: `${name}_sum`, labels: {}, value: sumMs / 1000 },
    { metricName: `${name}_count`, labels: {}, value: below },
  ]
}
