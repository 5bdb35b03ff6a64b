import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { Agent } from 'node:http'
import path from 'node:path'
import { openPool } from '../../server/platform/db/postgres-pool.ts'
import { startCluster } from '../support/server/postgres-cluster.ts'
import type { ServerProcess } from '../support/server/server-process.ts'
import { type Bench, figure, type Row } from './bench.ts'
import { exchange } from './exchange.ts'
import { fillHiveWatch } from './fill.ts'
import { type Owner, provision, scaleIdsOf, startHiveWatch } from './hivewatch.ts'
import { freshDays } from './measure-ingest.ts'
import { type Load, measureLoad } from './measure-load.ts'
import { median, sleep } from './statistics.ts'
import { whileStanding } from './while-standing.ts'

const MAXIMUM_REQUESTS = 200_000
const OF_SQLITE = 0.5
const OF_PLAIN_ROWS = 5
const TIMES_SQLITE = 3
const READS = 20
const AT_ONCE = 500
const CONNECTIONS = 12
const COUNT = "select count(*) from pg_stat_activity where datname = 'hivewatch'"

/** A server that accepts readings. */
type Taker = { port: number; process: ServerProcess['process']; transmitters: Owner['transmitters'] }

/** Compares SQLite, PostgreSQL by default and plain rows in PostgreSQL, in alternating runs; the others are suspended meanwhile. */
export async function measurePostgres(bench: Bench): Promise<Row[]> {
  const cluster = await startCluster({ isDurable: true })
  await cluster.admin('create database hivewatch')
  await cluster.admin('create database plain')
  const dataDir = path.join(bench.dataDir, 'beside-postgres')
  mkdirSync(dataDir)
  const server = await startHiveWatch(dataDir, cluster.url('hivewatch'))
  const plain = await startPlainRows(cluster.url('plain'))
  try {
    const sender = await provision(server.url, 'sender', bench.sender.transmitters.length, 1_000)
    const sqlite = { port: portOf(bench.server.url), process: bench.server.process, ...bench.sender }
    const takers = {
      sqlite,
      postgres: { port: portOf(server.url), process: server.process, transmitters: sender.transmitters },
      plain: { ...plain, transmitters: sender.transmitters },
    }
    const rows: Row[] = []
    for (const connections of [64, 16, 1]) rows.push(...(await measureIntake(bench, takers, connections)))
    await whileStanding(plain.process, async () => {
      const keeper = await provision(server.url, 'keeper', bench.keeper.transmitters.length, 1)
      await whileStanding(bench.server.process, () => fillHiveWatch(server.url, keeper.transmitters, bench.span))
      const other = { server, keeper, scaleIds: await scaleIdsOf(server.url, keeper) }
      await sleep(10_000)
      rows.push(...(await measureReads(bench, other)))
      rows.push(await measureConnections(bench, other, cluster.url('postgres')))
    })
    return rows
  } finally {
    plain.process.kill('SIGKILL')
    await server.stop()
    await cluster.stop()
  }
}

const portOf = (url: string): number => Number(new URL(url).port)

async function startPlainRows(url: string): Promise<Pick<Taker, 'port' | 'process'>> {
  const env = { PATH: process.env.PATH, BENCH_POSTGRES_URL: url }
  const child = fork(path.join(import.meta.dirname, 'plain-rows.ts'), { env })
  const [port] = (await once(child, 'message')) as [number]
  return { port, process: child }
}

async function measureIntake(
  bench: Bench,
  takers: Record<'sqlite' | 'postgres' | 'plain', Taker>,
  connections: number,
): Promise<Row[]> {
  const loads: Record<keyof typeof takers, Load[]> = { sqlite: [], postgres: [], plain: [] }
  for (let run = 0; run <= bench.runs; run++) {
    const from = freshDays(bench, MAXIMUM_REQUESTS)
    for (const name of ['sqlite', 'postgres', 'plain'] as const) {
      const load = await measureAlone(name, { connections, seconds: bench.loadSeconds, from })
      // the first run compiles code and sees each scale for the first time
      if (run > 0) loads[name].push(load)
    }
  }
  const { sqlite, postgres, plain } = loads
  const name = `ingest on PostgreSQL, ${connections} connection${connections > 1 ? 's' : ''}`
  return [
    ratioRow(`${name}, beside SQLite`, postgres, sqlite, connections === 64 ? OF_SQLITE : undefined),
    ratioRow(`${name}, beside plain rows`, postgres, plain, connections === 64 ? OF_PLAIN_ROWS : undefined),
  ]

  async function measureAlone(
    name: keyof typeof takers,
    order: { connections: number; seconds: number; from: number },
  ) {
    const others = Object.values(takers).filter((taker) => taker !== takers[name])
    for (const { process } of others) process.kill('SIGSTOP')
    try {
      const { port, transmitters } = takers[name]
      const load = await measureLoad({
        ...order,
        target: 'hivewatch',
        port,
        transmitters,
        maximumRequests: MAXIMUM_REQUESTS,
      })
      await sleep(1500)
      return load
    } finally {
      for (const { process } of others) process.kill('SIGCONT')
    }
  }
}

function ratioRow(name: string, postgres: readonly Load[], other: readonly Load[], atLeast: number | undefined): Row {
  const text = (loads: readonly Load[]) =>
    `${figure(median(loads.map(({ requestsPerSecond }) => requestsPerSecond)))}/s, p99 ${figure(median(loads.map(({ p99 }) => p99)))} ms`
  const ratio = median(other.map((load, run) => postgres[run]!.requestsPerSecond / load.requestsPerSecond))
  return {
    name,
    ours: text(postgres),
    influxdb: text(other),
    ratio: `${figure(ratio)} ×`,
    ...(atLeast === undefined ? {} : { target: { text: `≥ ${atLeast} ×`, isMet: ratio >= atLeast } }),
  }
}

type Side = Pick<Bench, 'server' | 'keeper' | 'scaleIds'>

const timelinePath = ({ span }: Bench, { scaleIds }: Side, level: string): string =>
  `/timeline?scales=${scaleIds.slice(0, 20)}&from=${span.from}&to=${span.to}&level=${level}`

async function measureReads(bench: Bench, postgres: Side): Promise<Row[]> {
  const agent = new Agent({ keepAlive: true })
  const rows: Row[] = []
  const measure = async (name: string, route: (side: Side) => string) => {
    const times: [number[], number[]] = [[], []]
    for (let read = 0; read < READS * bench.runs; read++) {
      for (const [i, side] of [bench, postgres].entries()) {
        const { ms } = await read200(agent, side, route(side))
        if (read > 2) times[i]!.push(ms)
      }
    }
    const [sqlite, own] = [median(times[0]), median(times[1])]
    const isMet = own <= TIMES_SQLITE * sqlite
    rows.push({
      name: `${name} on PostgreSQL, beside SQLite`,
      ours: `${figure(own)} ms`,
      influxdb: `${figure(sqlite)} ms`,
      ratio: `${figure(own / sqlite)} × the time`,
      target: { text: `≤ ${TIMES_SQLITE} ×`, isMet },
    })
  }
  for (const level of ['day', 'hour']) {
    await measure(`a year of 20 scales, by ${level},`, (side) => timelinePath(bench, side, level))
  }
  await measure(`dashboard of ${postgres.scaleIds.length} scales`, () => '/dashboard')
  agent.destroy()
  return rows
}

async function read200(agent: Agent, { server, keeper }: Side, route: string) {
  const accept = route.startsWith('/timeline') ? 'application/octet-stream' : '*/*'
  const reply = await exchange(agent, `${server.url}/api${route}`, { headers: { cookie: keeper.cookie, accept } })
  if (reply.status !== 200) throw new Error(`a read was answered with ${reply.status}: ${reply.body}`)
  return reply
}

/** The maximum number of connections while a very large number of clients read at once. */
async function measureConnections(bench: Bench, postgres: Side, url: string): Promise<Row> {
  const pool = await openPool(url, { max: 1 })
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  let most = 0
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const { rows } = await pool.query(COUNT)
      most = Math.max(most, rows[0].count)
      await sleep(20)
    }
  })()
  const route = timelinePath(bench, postgres, 'hour')
  const start = performance.now()
  await Promise.all(Array.from({ length: AT_ONCE }, () => read200(agent, postgres, route)))
  const ms = performance.now() - start
  isOver = true
  await watching
  await pool.end()
  agent.destroy()
  return {
    name: `connections to PostgreSQL under ${AT_ONCE} timelines at once, all answered after ${figure(ms / 1000)} s`,
    ours: `${most}`,
    influxdb: '–',
    ratio: '–',
    target: { text: `≤ ${CONNECTIONS}`, isMet: most <= CONNECTIONS },
  }
}
