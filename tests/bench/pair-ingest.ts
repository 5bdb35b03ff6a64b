import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { figure } from './bench.ts'
import { provision, type Transmitter } from './hivewatch.ts'
import { measureLoad } from './measure-load.ts'
import { median, sleep } from './statistics.ts'
import { whileStanding } from './while-standing.ts'

/**
 * `node tests/bench/pair-ingest.ts --other <folder of another checkout>`: how many requests of transmitters this one takes
 * for each that the other takes, in runs that alternate; the one that is not measured stands still. The first `--warmUp` pairs, in
 * which code is compiled and each scale is met for the first time, are shown and not counted.
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

async function measure(side: Side, standing: Side, run: number): Promise<number> {
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
  return load.requestsPerSecond
}

try {
  const ours = await open('ours')
  const other = await open('other', path.resolve(values.other))
  const ratios: number[] = []
  const warmUp = Number(values.warmUp)
  for (let run = 0; run < Number(values.runs) + warmUp; run++) {
    const isFirst = run % 2 === 0
    const first = await measure(isFirst ? ours : other, isFirst ? other : ours, run)
    const second = await measure(isFirst ? other : ours, isFirst ? ours : other, run)
    const [mine, theirs] = isFirst ? [first, second] : [second, first]
    const isCounted = run >= warmUp
    if (isCounted) ratios.push(mine / theirs)
    console.log(
      `${isCounted ? '' : '(warming up) '}${figure(mine)}/s, the other ${figure(theirs)}/s: ${figure(mine / theirs)} ×`,
    )
  }
  console.log(`median of ${ratios.length} pairs at ${values.connections} connections: ${median(ratios).toFixed(3)} ×`)
  await ours.server.kill()
  await other.server.kill()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
