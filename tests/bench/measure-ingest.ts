import { type Bench, figure, type Row } from './bench.ts'
import type { LoadOrder } from './load-generator.ts'
import { type Load, measureLoad } from './measure-load.ts'
import { median, sleep } from './statistics.ts'
import { whileStanding } from './while-standing.ts'

const MAXIMUM_REQUESTS = 320_000
const DAY = 86_400
/** For each number of connections, how many times more requests than InfluxDB we should handle. */
const AT_LEAST = [
  [1, 1.2],
  [16, 1.5],
  [64, 2],
] as const

/** The step between the load generator's readings. */
const STEP_SECONDS = 600
const EARLIER_DAYS = 2500

let daysSoFar = 0

/** The start of a run of this many requests, in epoch seconds: each run sends different days, so that nothing is a duplicate. */
export function freshDays({ span, sender }: Bench, requests: number): number {
  const from = span.from - (EARLIER_DAYS - daysSoFar) * DAY
  daysSoFar += Math.ceil((requests / sender.transmitters.length) * (STEP_SECONDS / DAY)) + 1
  return from
}

/**
 * Requests per second through real HTTP, eight channels each, at 1, 16 and 64 connections. The first pair of runs, in which code is compiled and each scale is
 * seen for the first time, does not count.
 */
export async function measureIngest(bench: Bench): Promise<Row[]> {
  await measurePair(bench, 16)
  const rows: Row[] = []
  for (const [connections, atLeast] of AT_LEAST) {
    const ours: Load[] = []
    const theirs: Load[] = []
    for (let run = 0; run < bench.runs; run++) {
      const pair = await measurePair(bench, connections)
      ours.push(pair.ours)
      if (pair.theirs) theirs.push(pair.theirs)
    }
    rows.push(rowOf(connections, atLeast, ours, theirs))
  }
  return rows
}

/** Measures one after the other, with the same readings; the other one is suspended meanwhile. */
async function measurePair(bench: Bench, connections: number): Promise<{ ours: Load; theirs: Load | undefined }> {
  const from = freshDays(bench, MAXIMUM_REQUESTS)
  const common = { connections, seconds: bench.loadSeconds, maximumRequests: MAXIMUM_REQUESTS, from }
  const order = { ...common, transmitters: bench.sender.transmitters }
  const { server, influx } = bench
  return {
    ours: await whileStanding(influx?.process, () => measureTarget(order, 'hivewatch', server.url)),
    theirs: influx && (await whileStanding(server.process, () => measureTarget(order, 'influxdb', influx.url))),
  }
}

async function measureTarget(
  order: Omit<LoadOrder, 'target' | 'port'>,
  target: LoadOrder['target'],
  url: string,
): Promise<Load> {
  const load = await measureLoad({ ...order, target, port: Number(new URL(url).port) })
  await sleep(1500)
  return load
}

function rowOf(connections: number, atLeast: number, ours: Load[], theirs: Load[]): Row {
  const text = (loads: Load[]) => {
    const rate = median(loads.map(({ requestsPerSecond }) => requestsPerSecond))
    return `${figure(rate)}/s, p99 ${figure(median(loads.map(({ p99 }) => p99)))} ms`
  }
  // The two runs of a pair follow each other directly, so each pair has its own ratio.
  const ratio = median(theirs.map((load, run) => ours[run]!.requestsPerSecond / load.requestsPerSecond))
  return {
    name: `ingest, ${connections} connection${connections > 1 ? 's' : ''}`,
    ours: text(ours),
    influxdb: theirs.length > 0 ? text(theirs) : '–',
    ratio: theirs.length > 0 ? `${figure(ratio)} ×` : '–',
    ...(theirs.length > 0 ? { target: { text: `≥ ${atLeast} ×`, isMet: ratio >= atLeast } } : {}),
  }
}
