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
 * still. The first `--warmUp` pairs, in which code is compiled and each scale is met for the first time, are shown and not counted. On a machine
 * that others use too the second figure is the steadier one.
 */
const { values } = parseArgs({
  options: {
    other: { type: 'string' },
    runs: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '64' },
    warmUp: { type: 'string', default: '3' },
  },
})
if (!values.other) throw new Error('name the other checkout: --other ../hivewatch-before')

const SENDERS = 64
const DAYS_A_RUN = 20
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

try {
  const ours = await open('ours')
  const other = await open('other', path.resolve(values.other))
  const ratios: number[] = []
  const processor: number[] = []
  const warmUp = Number(values.warmUp)
  for (let run = 0; run < Number(values.runs) + warmUp; run++) {
    const isFirst = run % 2 === 0
    const first = await measure(isFirst ? ours : other, isFirst ? other : ours, run)
    const second = await measure(isFirst ? other : ours, isFirst ? ours : other, run)
    const [mine, theirs] = isFirst ? [first, second] : [second, first]
    const isCounted = run >= warmUp
    const ratio = mine.rate / theirs.rate
    if (isCounted) {
      ratios.push(ratio)
      processor.push(mine.microseconds / theirs.microseconds)
    }
    const said = ({ rate, microseconds }: Measured) => `${figure(rate)}/s at ${figure(microseconds)} µs`
    console.log(`${isCounted ? '' : '(warming up) '}${said(mine)}, the other ${said(theirs)}: ${figure(ratio)} ×`)
  }
  const of = `median of ${ratios.length} pairs at ${values.connections} connections`
  console.log(
    `${of}: ${median(ratios).toFixed(3)} × the requests, ${median(processor).toFixed(3)} × the processor for each`,
  )
  await ours.server.kill()
  await other.server.kill()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
