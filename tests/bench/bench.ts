import type { ServerProcess } from '../support/server/server-process.ts'
import type { Span } from './fill.ts'
import type { Owner } from './hivewatch.ts'
import type { InfluxDb } from './influxdb.ts'

/** What every measurement works on. `influx` is undefined where it is not installed. */
export type Bench = {
  server: ServerProcess
  dataDir: string
  influx: InfluxDb | undefined
  /** Owns the filled scales, `scaleIds` in the order in which InfluxDB numbers them from 1. */
  keeper: Owner
  scaleIds: number[]
  /** Owns the transmitters that ingest is measured with. */
  sender: Owner
  span: Span
  /** Readings filled in, the same in both. */
  readings: number
  runs: number
  loadSeconds: number
}

export type Target = { text: string; isMet: boolean }

/** One line of the report; `ratio` is how many times better ours is. */
export type Row = { name: string; ours: string; influxdb: string; ratio: string; target?: Target }

const figure = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2))

/** A row of two times: ours should be smaller by `atLeast` times. */
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
