import type { ServerProcess } from '../support/server/server-process.ts'
import type { Span } from './fill.ts'
import type { Owner } from './hivewatch.ts'
import type { InfluxDb } from './influxdb.ts'

/** What every measurement works on. `influx` is undefined if it is not installed. */
export type Bench = {
  server: ServerProcess
  dataDir: string
  influx: InfluxDb | undefined
  /** Owns the filled scales; `scaleIds` are in the order in which InfluxDB numbers them from 1. */
  keeper: Owner
  scaleIds: number[]
  /** Owns the transmitters used for measuring ingest. */
  sender: Owner
  span: Span
  /** The number of readings filled in, the same in both databases. */
  readings: number
  runs: number
  loadSeconds: number
}

export type Target = { text: string; isMet: boolean }

/** One line of the report; `ratio` is how many times better ours is. */
export type Row = { name: string; ours: string; influxdb: string; ratio: string; target?: Target }

const figure = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2))

/** A row comparing two times: ours should be at least `atLeast` times shorter. */
export function timesRow(name: string, ours: number, influxdb: number | undefined, atLeast?: number): Row {
  const ratio = influxdb === undefined ? Number.NaN : influxdb / ours
  return {
    name,
    ours: `${figure(ours)} ms`,
    influxdb: influxdb === undefined ? '–' : `${figure(influxdb)} ms`,
    ratio: Number.isNaN(ratio) ? '–' : `${figure(ratio)} ×`,
    ...(atLeast === undefined || Number.isNaN(ratio)
      ? {}
      : { target: { text: `≥ ${atLeast} ×`, isMet: ratio >= atLeast } }),
  }
}

export { figure }
