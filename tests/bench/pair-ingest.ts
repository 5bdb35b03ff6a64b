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
 * `node tests/bench/pair-ingest.ts --other <folder of another checkout>`: how many requests from transmitters this checkout handles for each one the other
 * handles, and how much processor time a request takes, in alternating runs; the other one is suspended meanwhile. Each pair uses two newly started servers:
 * how the engine happened to compile code and lay out memory stays the same for the life of a process, and would affect all pairs. The first `--warmUp` runs of
 * each, in which code is compiled and each scale is seen for the first time, do not count. On a shared machine, the second figure is the more stable one.
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
/** Covers more requests than a run sends, so nothing is a duplicate. */
const DAYS_A_RUN = 22
/** Not at midnight, since transmitters do not follow it. */
const FROM = Date.parse('2017-01-01T05:00:00Z') / 1000

type Side = { server: ServerProcess; transmitters: Transmitter[] }
const folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-pair-'))

async function open(name: string, checkout?: string): Promise<Side> {
  const server = await startServerProcess({ DATA_DIR: path.join(folder, name), SUBSCRIPTIONS: 'off' }, checkout)
  const { transmitters } = await provision(server.url, name, SENDERS, 1_000)
  return { server, transmitters }
}

/** Requests per second, and microseconds of processor time per request. */
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

/** One run of each, after the warm-up runs. */
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
