import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Bench, Row } from './bench.ts'
import { fillHiveWatch, fillInfluxDb, STEP_SECONDS } from './fill.ts'
import { CHANNELS, provision, scaleIdsOf, startHiveWatch } from './hivewatch.ts'
import { isInfluxDbInstalled, startInfluxDb } from './influxdb.ts'
import { measureCodec } from './measure-codec.ts'
import { measureIngest } from './measure-ingest.ts'
import { measureInterference } from './measure-interference.ts'
import { measurePostgres } from './measure-postgres.ts'
import { measureReads } from './measure-reads.ts'
import { measureStorage } from './measure-storage.ts'
import { measureWire } from './measure-wire.ts'
import { measurePushLatency } from './push-latency.ts'
import { pageOf, tableOf } from './report.ts'
import { sleep } from './statistics.ts'
import { whileStanding } from './while-standing.ts'

const SENDERS = 64
const KEEPERS = 25

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    only: { type: 'string' },
    runs: { type: 'string', default: '3' },
  },
})

const days = values.quick ? 60 : 365
const midnight = Math.floor(Date.now() / 86_400_000) * 86_400
const to = Math.floor(Date.now() / (STEP_SECONDS * 1000)) * STEP_SECONDS
const span = { from: midnight - (days - 1) * 86_400, to }

const folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-bench-'))
const dataDir = path.join(folder, 'hivewatch')
const influxFolder = path.join(folder, 'influxdb')
mkdirSync(dataDir)
mkdirSync(influxFolder)

/** Runs alone, with other columns: PostgreSQL is not compared with InfluxDB, which takes minutes to fill. */
const isOfPostgres = values.only === 'postgres'
const influx = !isOfPostgres && isInfluxDbInstalled() ? await startInfluxDb(influxFolder) : undefined
if (!isOfPostgres && !influx) console.log('InfluxDB is not installed (apt-get install influxdb): only ours is measured')
let server = await startHiveWatch(dataDir)

try {
  const keeper = await provision(server.url, 'keeper', KEEPERS, 1)
  const sender = await provision(server.url, 'sender', SENDERS, 1_000)
  console.log(`filling ${KEEPERS * CHANNELS} scales with ${days} days`)
  const start = performance.now()
  const readings = await fillHiveWatch(server.url, keeper.transmitters, span)
  console.log(`ours has ${readings} readings after ${((performance.now() - start) / 1000).toFixed(0)} s`)
  if (influx) await fillInfluxDb(influx, KEEPERS, span)
  // Stopping folds and rolls up what is left, and moves the log into the database file.
  await server.stop()
  server = await startHiveWatch(dataDir)
  await sleep(values.quick ? 5_000 : 30_000)

  const scaleIds = await scaleIdsOf(server.url, keeper)
  const bench: Bench = {
    server,
    dataDir,
    influx,
    keeper,
    scaleIds,
    sender,
    span,
    readings,
    runs: values.quick ? 2 : Number(values.runs),
    loadSeconds: values.quick ? 3 : 8,
  }
  const oursAlone = (measure: (bench: Bench) => Promise<Row[]>) => (all: Bench) =>
    whileStanding(influx?.process, () => measure(all))
  const measurements: [name: string, measure: (bench: Bench) => Row[] | Promise<Row[]>][] = isOfPostgres
    ? [['postgres', measurePostgres]]
    : [
        ['storage', measureStorage],
        ['codec', () => measureCodec(span.from)],
        ['wire', measureWire],
        ['reads', measureReads],
        ['ingest', measureIngest],
        ['interference', oursAlone(measureInterference)],
        ['push', oursAlone(measurePushLatency)],
      ]
  const rows: Row[] = []
  for (const [name, measure] of measurements) {
    if (values.only !== undefined && !values.only.split(',').includes(name)) continue
    console.log(`measuring ${name}`)
    rows.push(...(await measure(bench)))
  }
  const setting = `${readings.toLocaleString('en')} readings of ${scaleIds.length} scales over ${days} days; ${bench.runs} runs each.`
  console.log(`${setting}\n${tableOf(rows, isOfPostgres ? 'postgres' : 'influxdb')}`)
  if (values.write && !isOfPostgres) {
    const page = path.join(import.meta.dirname, '../../docs/benchmarks.md')
    writeFileSync(page, pageOf(rows, setting, readFileSync(page, 'utf8')))
  }
  if (rows.some(({ target }) => target?.isMet === false)) process.exitCode = 1
} finally {
  await influx?.stop()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
