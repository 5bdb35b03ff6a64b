import { Agent } from 'node:http'
import { type Bench, figure, type Row } from './bench.ts'
import { exchange } from './exchange.ts'
import { freshDays } from './measure-ingest.ts'
import { type Load, measureLoad } from './measure-load.ts'
import { median, sleep } from './statistics.ts'

const HEAVY_SCALES = 100
const JOB_SCALES = 10
const CONNECTIONS = 16
const RATE = 200
const AT_MOST = 1.25
const POLL_MS = 200

/** Work that repeats until it is stopped; `stop` then returns how often it was done. */
type Busy = { stop(): Promise<number> }

/** How much heavy work slows down the answers to transmitters: reading a year, exports, rule replays. */
export async function measureInterference(bench: Bench): Promise<Row[]> {
  const scales = bench.scaleIds.slice(0, JOB_SCALES)
  const period = { from: new Date(bench.span.from * 1000), to: new Date(bench.span.to * 1000) }
  const works: [name: string, start: () => Busy][] = [
    [`a year of ${HEAVY_SCALES} scales by hour`, () => readAgainAndAgain(bench)],
    ...(['csv', 'xlsx'] as const).map((format): [string, () => Busy] => [
      `exports of a year of ${JOB_SCALES} scales as ${format.toUpperCase()}`,
      () => workAgainAndAgain(bench, { type: 'EXPORT', ...period, scales, format }),
    ]),
    [
      `rule replays of a year of ${JOB_SCALES} scales`,
      () =>
        workAgainAndAgain(bench, {
          type: 'RULE_REPLAY',
          ...period,
          scales,
          alarm: 'swarm',
          thresholds: { leastConfidence: 60 },
        }),
    ],
  ]
  const rows: Row[] = []
  for (const [name, start] of works) rows.push(await measureBeside(bench, name, start))
  return rows
}

async function measureBeside(bench: Bench, name: string, start: () => Busy): Promise<Row> {
  const alone: Load[] = []
  const beside: Load[] = []
  let times = 0
  for (let run = 0; run < bench.runs; run++) {
    alone.push(await ingest(bench))
    const busy = start()
    beside.push(await ingest(bench))
    times += await busy.stop()
    await sleep(500)
  }
  const p99 = (loads: Load[]): number => median(loads.map((load) => load.p99))
  const ratio = p99(beside) / p99(alone)
  const perSecond = times / (bench.runs * bench.loadSeconds)
  return {
    name: `ingest p99 at ${RATE}/s beside ${name}, ${figure(perSecond)}/s`,
    ours: `${figure(p99(beside))} ms, alone ${figure(p99(alone))} ms`,
    influxdb: '–',
    ratio: `${figure(ratio)} ×`,
    target: { text: `≤ ${AT_MOST} ×`, isMet: ratio <= AT_MOST },
  }
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
    from: freshDays(bench, RATE * bench.loadSeconds),
  })

function again(once: (agent: Agent) => Promise<void>): Busy {
  const agent = new Agent({ keepAlive: true })
  let isStopped = false
  const done = (async () => {
    let count = 0
    for (; !isStopped; count++) await once(agent)
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

function readAgainAndAgain({ server, keeper, scaleIds, span }: Bench): Busy {
  const scales = scaleIds.slice(0, HEAVY_SCALES)
  const url = `${server.url}/api/timeline?scales=${scales}&from=${span.from}&to=${span.to}&level=hour`
  return again(async (agent) => {
    const headers = { cookie: keeper.cookie, accept: 'application/octet-stream' }
    const { status } = await exchange(agent, url, { headers })
    if (status !== 200) throw new Error(`the heavy read was answered with ${status}`)
  })
}

/** Starts a job, waits for its end, and starts the next one. */
function workAgainAndAgain({ server, keeper }: Bench, job: object): Busy {
  const headers = { cookie: keeper.cookie, 'content-type': 'application/json' }
  return again(async (agent) => {
    const begun = await exchange(agent, `${server.url}/api/jobs`, {
      method: 'POST',
      headers,
      body: JSON.stringify(job),
    })
    if (begun.status !== 201) throw new Error(`the job was answered with ${begun.status}: ${begun.body}`)
    const { id } = JSON.parse(begun.body.toString()) as { id: number }
    for (let status = 'queued'; status !== 'done'; ) {
      await sleep(POLL_MS)
      const { body } = await exchange(agent, `${server.url}/api/jobs/${id}`, { headers })
      ;({ status } = JSON.parse(body.toString()) as { status: string })
      if (status === 'failed') throw new Error(`the job failed: ${body}`)
    }
  })
}
