import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import Sqlite from 'better-sqlite3'
import { openPool } from '../../server/platform/db/postgres-pool.ts'
import { hashToken } from '../../server/platform/runtime/ids.ts'
import { startCluster } from '../support/server/postgres-cluster.ts'
import { figure } from './bench.ts'
import { exchange } from './exchange.ts'
import { databaseFile, startHiveWatch } from './hivewatch.ts'
import { processorSeconds } from './processor-time.ts'
import { sleep } from './statistics.ts'

/**
 * `node tests/bench/measure-many.ts`: how long a node takes to process an hour of a very large number of transmitters, each of which sends once what its scales
 * measured every ten minutes: until everything is answered, and until everything is in its tiles and evaluated for alarms. `--engine sqlite` uses a file.
 */
const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'postgres' },
    transmitters: { type: 'string', default: '8000' },
    scales: { type: 'string', default: '4' },
    hours: { type: 'string', default: '6' },
  },
})
const [transmitters, scales, hours] = [values.transmitters, values.scales, values.hours].map(Number) as [
  number,
  number,
  number,
]
const AT_ONCE = 64
const STEP_SECONDS = 600
/** Not at midnight, since transmitters do not follow it. */
const FROM = Date.parse('2026-05-10T05:00:00Z') / 1000

const imeiOf = (index: number): string => String(index).padStart(15, '0')
const keyOf = (index: number): string => `key-of-transmitter-${index}`

function bodyOf(index: number, hour: number): string {
  const imei = imeiOf(index)
  const readings = Array.from({ length: scales * 6 }, (_, i) => {
    const time = FROM + hour * 3600 + Math.floor(i / scales) * STEP_SECONDS
    const channel = 1 + (i % scales)
    const phase = time / 3000 + channel * 7 + index
    return {
      time: new Date(time * 1000).toISOString(),
      channel,
      weight: Math.round(40_000 + Math.sin(phase / 40) * 1000 + ((time / 600 + channel * 13) % 17)) / 1000,
      temperature: Math.round(2000 + 800 * Math.sin(phase / 28)) / 100,
      humidity: Math.round(600 + 90 * Math.cos(phase / 28)) / 10,
    }
  })
  return JSON.stringify({ imei, imsi: imei, battery: 3.91, signal: -71, readings })
}

const folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-bench-many-'))
const cluster = values.engine === 'postgres' ? await startCluster({ isDurable: true }) : undefined
const server = await startHiveWatch(folder, cluster?.url('postgres'))
const pool = cluster && (await openPool(cluster.url('postgres'), { max: 1 }))

/** Claiming them one by one would take longer than the whole measurement. */
async function register(): Promise<void> {
  const rows = Array.from({ length: transmitters }, (_, index) => {
    const imei = imeiOf(index)
    return [imei, imei, `Stand ${index}`, hashToken(keyOf(index)), 0] as const
  })
  const insert = 'insert into controller (imei, imsi, name, device_key_hash, created_at)'
  const channels = Array.from({ length: scales }, (_, i) => `(${i + 1})`)
  const addScales = `insert into scale (controller_id, channel, name, type, state, color, created_at)
    select controller.id, w.column1, 'Scale', 'weight', 'active', 0, 0 from controller cross join (values ${channels}) as w`
  if (pool) {
    const columns = [0, 1, 2, 3].map((column) => rows.map((row) => row[column]))
    await pool.query(`${insert} select *, 0 from unnest($1::text[], $2::text[], $3::text[], $4::text[])`, columns)
    await pool.query(addScales)
    return
  }
  const sqlite = new Sqlite(databaseFile(folder))
  const statement = sqlite.prepare(`${insert} values (?, ?, ?, ?, ?)`)
  sqlite.transaction(() => {
    for (const row of rows) statement.run(...row)
  })()
  sqlite.exec(addScales)
  sqlite.close()
}

/** The number of entries still waiting to be folded or evaluated. */
async function waiting(): Promise<number> {
  const count = 'select (select count(*) from inbox) + (select count(*) from detection_due) as count'
  if (pool) return (await pool.query(count)).rows[0].count
  const sqlite = new Sqlite(databaseFile(folder), { readonly: true })
  const { count: left } = sqlite.prepare<[], { count: number }>(count).get()!
  sqlite.close()
  return left
}

try {
  console.log(`registering ${transmitters} transmitters with ${scales} scales each, on ${values.engine}`)
  await register()
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const send = async (index: number, hour: number) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${keyOf(index)}` }
    const body = bodyOf(index, hour)
    const reply = await exchange(agent, `${server.url}/api/ingest`, { method: 'POST', headers, body })
    if (reply.status !== 200) throw new Error(`a request was answered with ${reply.status}: ${reply.body}`)
  }
  for (let hour = 0; hour < hours; hour++) {
    const before = processorSeconds(server.process.pid!)
    const begun = performance.now()
    let next = 0
    const work = async () => {
      for (let index = next++; index < transmitters; index = next++) await send(index, hour)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    const answered = (performance.now() - begun) / 1000
    while ((await waiting()) > 0) await sleep(50)
    const done = (performance.now() - begun) / 1000
    const processor = processorSeconds(server.process.pid!) - before
    console.log(
      `hour ${hour + 1}: all answered after ${figure(answered)} s, in their tiles and judged after ${figure(done)} s: ${figure(transmitters / done)} transmitters a second, ${figure((processor * 1e6) / transmitters)} µs of the server's processors each`,
    )
  }
  agent.destroy()
} finally {
  await pool?.end()
  await server.stop()
  await cluster?.stop()
  rmSync(folder, { recursive: true, force: true })
}
