import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts'
import { figure } from './bench.ts'
import { provision, type Transmitter } from './hivewatch.ts'
import { measureLoad } from './measure-load.ts'
import { processorSeconds } from './processor-time.ts'
import { median, sleep } from './statistics.ts'
import { whileStanding } from './while-standing.ts'

/**
 * `node tests/bench/pair-ingest.ts --other <folder of another checkout>`: how many requests of transmitters this one takes
 * for each that the other takes, and what a request takes of the processors, in runs that alternate; the one that is not measured stands
 * still. Each pair is of two servers that have just started: what the engine compiled by luck, and where memory lies, stays for as long as a process
 * does, and would count for all pairs. Of each the first `--warmUp` runs, in which code is compiled and each scale is met for the first time, are not counted.
 * On a machine that others use too the second figure is the steadier one.
 */
const { values } = parseArgs({
  options: {
    other: { type: 'string' },
    runs: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '64' },
    warmUp: { type: 'string', default: '2' },
  },
})
if (!values.other) throw new Error('name the other checkout: --other ../hivewatch-before')

const SENDERS = 64
/** Of more requests than a run sends: nothing is a duplicate. */
const DAYS_A_RUN = 22
/** Not at midnight, which no transmitter keeps to. */
const FROM = Date.parse('2017-01-01T05:00:00Z') / 1000

type Side = { server: ServerProcess; transmitters: Transmitter[] }
const folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-pair-'))

async function open(name: string, checkout?: string): Promise<Side> {
  const server = await startServerProcess({ DATA_DIR: path.join(folder, name), SUBSCRIPTIONS: 'off' }, checkout)
  const { transmitters } = await provision(server.url, name, SENDERS, 1_000)
  return { server, transmitters }
}

/** Requests a second, and microseconds of processor a request. */
type Measured = { rate: number; microseconds: number }

async function measure(side: Side, standing: Side, run: number): Promise<Measured> {
  const pid = side.server.process.pid!
  const before = processorSeconds(pid)
  const load = await whileStanding(standing.server.process, async () => {
    const measured = await measureLoad({
      target: 'hivewatch',
      port: Number(new URL(side.server.url).port),
      connections: Number(values.connections),
      seconds: Number(values.seconds),
      maximumRequests: 200_000,
      transmitters: side.transmitters,
      from: FROM + run * DAYS_A_RUN * 86_400,
    })
    await sleep(1500)
    return measured
  })
  const seconds = processorSeconds(pid) - before
  const requests = load.requestsPerSecond * Number(values.seconds)
  return { rate: load.requestsPerSecond, microseconds: (seconds / requests) * 1e6 }
}

/** One run of each, after those that warm up. */
async function measurePair(pair: number): Promise<[mine: Measured, theirs: Measured]> {
  const ours = await open(`ours-${pair}`)
  const other = await open(`other-${pair}`, path.resolve(values.other!))
  try {
    for (let run = 0; ; run++) {
      const isFirst = (pair + run) % 2 === 0
      const first = await measure(isFirst ? ours : other, isFirst ? other : ours, run)
      const second = await measure(isFirst ? other : ours, isFirst ? ours : other, run)
      if (run === Number(values.warmUp)) return isFirst ? [first, second] : [second, first]
    }
  } finally {
    await ours.server.kill()
    await other.server.kill()
  }
}

try {
  const ratios: number[] = []
  const processor: number[] = []
  for (let pair = 0; pair < Number(values.runs); pair++) {
    const [mine, theirs] = await measurePair(pair)
    ratios.push(mine.rate / theirs.rate)
    processor.push(mine.microseconds / theirs.microseconds)
    const said = ({ rate, microseconds }: Measured) => `${figure(rate)}/s at ${figure(microseconds)} µs`
    console.log(`${said(mine)}, the other ${said(theirs)}: ${figure(ratios.at(-1)!)} ×`)
  }
  const of = `median of ${ratios.length} pairs at ${values.connections} connections`
  console.log(
    `${of}: ${median(ratios).toFixed(3)} × the requests, ${median(processor).toFixed(3)} × the processor for each`,
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
