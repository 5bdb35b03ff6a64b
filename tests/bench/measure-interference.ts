import { Agent } from 'node:http'
import { type Bench, figure, type Row } from './bench.ts'
import { exchange } from './exchange.ts'
import { freshDays } from './measure-ingest.ts'
import { type Load, measureLoad } from './measure-load.ts'
import { median, sleep } from './statistics.ts'

const SCALES = 100
const CONNECTIONS = 16
const RATE = 200
const AT_MOST = 2

/** How much a heavy read, again and again, slows the answers to transmitters. */
export async function measureInterference(bench: Bench): Promise<Row[]> {
  const alone: Load[] = []
  const beside: Load[] = []
  let reads = 0
  for (let run = 0; run < bench.runs; run++) {
    alone.push(await ingest(bench))
    const reading = readAgainAndAgain(bench)
    beside.push(await ingest(bench))
    reads += await reading.stop()
    await sleep(500)
  }
  const p99 = (loads: Load[]): number => median(loads.map((load) => load.p99))
  const ratio = p99(beside) / p99(alone)
  const perSecond = reads / (bench.runs * bench.loadSeconds)
  return [
    {
      name: `ingest p99 at ${RATE}/s beside a year of ${SCALES} scales by hour, ${figure(perSecond)} reads/s`,
      ours: `${figure(p99(beside))} ms, alone ${figure(p99(alone))} ms`,
      influxdb: '–',
      ratio: `${figure(ratio)} ×`,
      target: { text: `≤ ${AT_MOST} ×`, isMet: ratio <= AT_MOST },
    },
  ]
}

const ingest = (bench: Bench): Promise<Load> =>
  measureLoad({
    target: 'hivewatch',
    port: Number(new URL(bench.server.url).port),
    connections: CONNECTIONS,
    seconds: bench.loadSeconds,
    maximumRequests: RATE * bench.loadSeconds,
    rate: RATE,
    transmitters: bench.sender.transmitters,
    from: freshDays(bench),
  })

function readAgainAndAgain({ server, keeper, scaleIds, span }: Bench): { stop(): Promise<number> } {
  const agent = new Agent({ keepAlive: true })
  const url = `${server.url}/api/timeline?scales=${scaleIds.slice(0, SCALES)}&from=${span.from}&to=${span.to}&level=hour`
  let isStopped = false
  const done = (async () => {
    let count = 0
    for (; !isStopped; count++) {
      const headers = { cookie: keeper.cookie, accept: 'application/octet-stream' }
      const { status } = await exchange(agent, url, { headers })
      if (status !== 200) throw new Error(`the heavy read was answered with ${status}`)
    }
    agent.destroy()
    return count
  })()
  return {
    stop: () => {
      isStopped = true
      return done
    },
  }
}
