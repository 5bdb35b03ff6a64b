import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import Sqlite from 'better-sqlite3'
import { openPool } from '../../server/platform/db/postgres-pool.ts'
import { startCluster } from '../support/server/postgres-cluster.ts'
import { fillHiveWatch, STEP_SECONDS } from './fill.ts'
import { CHANNELS, databaseFile, provision, startHiveWatch } from './hivewatch.ts'

/**
 * `node tests/bench/measure-moving.ts`: how many rows and bytes per second a database moves to PostgreSQL and back, each in a separate process, and how much
 * disk space a reading takes on both engines. `--copies`: how many times each filled scale's tiles are copied under new ids, since filling takes longer than
 * moving.
 */
const { values } = parseArgs({
  options: {
    transmitters: { type: 'string', default: '10' },
    days: { type: 'string', default: '365' },
    copies: { type: 'string', default: '8' },
  },
})
const [transmitters, days, copies] = [values.transmitters, values.days, values.copies].map(Number) as [
  number,
  number,
  number,
]
const SCALES_APART = 100_000
const root = path.join(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-bench-moving-'))
const file = databaseFile(folder)

async function fill(): Promise<number> {
  const server = await startHiveWatch(folder)
  const { transmitters: filled } = await provision(server.url, 'keeper', transmitters, 1)
  const to = Math.floor(Date.now() / (STEP_SECONDS * 1000)) * STEP_SECONDS
  const readings = await fillHiveWatch(server.url, filled, { from: to - days * 86_400, to })
  await server.stop()
  const sqlite = new Sqlite(file)
  for (let copy = 1; copy < copies; copy++) {
    const apart = copy * SCALES_APART
    sqlite.exec(`
      insert into tile select scale_id + ${apart}, level, "from", bytes, revision from tile where scale_id < ${SCALES_APART};
      insert into detector_checkpoint select scale_id + ${apart}, "from", state from detector_checkpoint where scale_id < ${SCALES_APART}`)
  }
  sqlite.exec('vacuum')
  sqlite.pragma('wal_checkpoint(truncate)')
  sqlite.close()
  return readings * copies
}

async function move(from: string, to: string): Promise<void> {
  const words = ['server/commands/move-database.ts', '--no-answer', '--from', from, '--to', to]
  const env = { ...process.env, DATA_DIR: folder }
  const moving = spawn(process.execPath, words, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  moving.stdout.on('data', (text: Buffer) => {
    const [said] = text.toString().split('\n')
    if (said?.startsWith('Moved')) console.log(said)
  })
  const [code] = await once(moving, 'exit')
  if (code !== 0) throw new Error(`moving ended with ${code}`)
}

const cluster = await startCluster({ isDurable: true })
try {
  console.log(`filling ${transmitters * CHANNELS} scales with ${days} days, each ${copies} times`)
  const readings = await fill()
  const inFile = statSync(file).size
  console.log(`${readings} readings in ${(inFile / 1e6).toFixed(0)} MB`)
  const url = cluster.url('postgres')
  await move(`file:${file}`, url)
  const back = path.join(folder, 'back.sqlite')
  await move(url, `file:${back}`)
  const pool = await openPool(url, { max: 1 })
  const { rows } = await pool.query(
    `select pg_database_size(current_database()) as whole, pg_total_relation_size('tile') as tiles`,
  )
  await pool.end()
  const { whole, tiles } = rows[0] as { whole: number; tiles: number }
  const a = (bytes: number) => `${(bytes / readings).toFixed(2)} bytes a reading`
  console.log(`SQLite: ${a(inFile)}; ${a(statSync(back).size)} after the way back`)
  console.log(`PostgreSQL: ${a(whole)}, of which tiles with their key ${a(tiles)}`)
} finally {
  await cluster.stop()
  rmSync(folder, { recursive: true })
}
