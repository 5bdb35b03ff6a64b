import { troubleKinds } from '#domain/platform/trouble.ts'
import type { Deps } from '../../../deps.ts'
import { throttleReasons } from '../../../hives/readings/key-budgets/key-budgets.ts'
import type { AnswerCounts } from '../../../platform/http/log-request.ts'
import { createMetrics, type Metrics } from '../../../platform/runtime/metrics.ts'
import { measureFolding } from '../../set-aside/measure-folding.ts'
import { measureDatabase } from './measure-database.ts'
import {
  countDueForwardings,
  countInbox,
  countStates,
  type StateCount,
  selectLastBackup,
  selectOldestDue,
} from './queue-queries.ts'

type Measured = Pick<
  Deps,
  'database' | 'clock' | 'config' | 'ingest' | 'troubles' | 'keyBudgets' | 'fieldFaults' | 'disk' | 'breakers'
>

/** The metrics of this server: what came in and how fast, what is waiting, how large the database is. `answers`: counts of all other requests. */
export function createServerMetrics(deps: Measured, answers: AnswerCounts): Metrics {
  const metrics = createMetrics()
  measureAnswers(metrics, answers, true)
  measureRequests(metrics, deps)
  measureQueues(metrics, deps)
  measureWays(metrics, deps)
  measureFolding(metrics, deps)
  measureStore(metrics, deps)
  measureTroubles(metrics, deps)
  return metrics
}

/** The metrics of a node that passes requests on: what it answers itself, what it passed on, and its process. */
export function createStandbyMetrics(answers: AnswerCounts, passed: () => number): Metrics {
  const metrics = createMetrics()
  measureAnswers(metrics, answers, false)
  metrics.counter('hivewatch_passed_on_total', 'Requests passed on to another node', passed)
  return metrics
}

const byClass = (counted: AnswerCounts) =>
  Array.from(counted, (value, i) => ({ labels: { status: `${i}xx` }, value })).slice(2)

function measureAnswers(metrics: Metrics, answers: AnswerCounts, keeps: boolean): void {
  metrics.gauge(
    'hivewatch_keeps',
    'Whether this node keeps the database, or passes requests on to the node that does',
    () => +keeps,
  )
  metrics.counter('hivewatch_http_answers_total', 'Responses, except to POST /api/ingest', () => byClass(answers), [
    'status',
  ])
}

function measureRequests(metrics: Metrics, { ingest: { counts }, keyBudgets, fieldFaults }: Measured): void {
  metrics.counter('hivewatch_ingest_answers_total', 'Responses to POST /api/ingest', () => byClass(counts.answers), [
    'status',
  ])
  metrics.counter(
    'hivewatch_ingest_requests_total',
    'Requests from transmitters, in all formats, that reached the database',
    () => Object.entries(counts.outcomes).map(([outcome, value]) => ({ labels: { outcome }, value })),
    ['outcome'],
  )
  metrics.counter(
    'hivewatch_readings_total',
    'Readings that were stored, already known, or rejected',
    () =>
      (['accepted', 'duplicates', 'rejected'] as const).map((outcome) => ({
        labels: { outcome },
        value: counts[outcome],
      })),
    ['outcome'],
  )
  metrics.counter(
    'hivewatch_field_faults_total',
    'Impossible values from transmitters that were left out, or made a reading unusable',
    () => fieldFaults.totals().map(({ field, code, count }) => ({ labels: { field, code }, value: count })),
    ['field', 'code'],
  )
  metrics.counter(
    'hivewatch_ingest_throttled_total',
    'Requests from transmitters that were told to wait',
    () => throttleReasons.map((reason) => ({ labels: { reason }, value: keyBudgets.counts[reason] })),
    ['reason'],
  )
  metrics.durations(
    'hivewatch_ingest_duration_seconds',
    'Time from the request of a transmitter to its response',
    counts.durations,
  )
}

function measureQueues(metrics: Metrics, { database: { db }, clock }: Measured): void {
  const states = shared(() => countStates(db))
  const due = shared(() => selectOldestDue(db, clock.now()))
  const labeled = (rows: StateCount[]) => rows.map(({ state, count }) => ({ labels: { state }, value: count }))
  const of = (rows: StateCount[], ...wanted: string[]) =>
    rows.filter(({ state }) => wanted.includes(state)).reduce((sum, { count }) => sum + count, 0)
  const age = (since: number | undefined) => (since === undefined ? 0 : Math.max(0, clock.now() - since) / 1000)
  metrics.gauge(
    'hivewatch_deliveries',
    'Stored messages to channels',
    async () => labeled((await states()).deliveries),
    ['state'],
  )
  metrics.gauge('hivewatch_jobs', 'Stored jobs', async () => labeled((await states()).jobs), ['state'])
  metrics.gauge(
    'hivewatch_queue_depth',
    'Work waiting in each queue',
    async () => {
      const { deliveries, mails, jobs } = await states()
      const depths = {
        inbox: await countInbox(db),
        deliveries: of(deliveries, 'due'),
        mails: of(mails, 'due'),
        forwardings: await countDueForwardings(db, clock.now()),
        jobs: of(jobs, 'queued', 'running'),
      }
      return Object.entries(depths).map(([queue, value]) => ({ labels: { queue }, value }))
    },
    ['queue'],
  )
  metrics.gauge(
    'hivewatch_queue_oldest_seconds',
    'How long the first item of a queue has been due',
    async () => Object.entries(await due()).map(([queue, since]) => ({ labels: { queue }, value: age(since) })),
    ['queue'],
  )
}

function measureWays(metrics: Metrics, { breakers }: Measured): void {
  metrics.gauge(
    'hivewatch_breakers_open',
    'Hosts that are not contacted for a while because they did not answer',
    () => Object.entries(breakers).map(([way, { open }]) => ({ labels: { way }, value: open().length })),
    ['way'],
  )
}

function measureStore(metrics: Metrics, { database: { db }, config, disk }: Measured): void {
  metrics.gauge(
    'hivewatch_disk_free_bytes',
    'Free space on the disks of the data folder and the database',
    async () => (await disk.free()).map(({ folder, bytes }) => ({ labels: { folder }, value: bytes })),
    ['folder'],
  )
  metrics.gauge(
    'hivewatch_database_bytes',
    'Size of the database and of its write-ahead log',
    async () =>
      (await measureDatabase(config.database, db)).map(({ part, bytes }) => ({ labels: { part }, value: bytes })),
    ['part'],
  )
  metrics.gauge(
    'hivewatch_last_backup_timestamp_seconds',
    'When the newest backup was made; 0 if there is none',
    async () => {
      return ((await selectLastBackup(db)) ?? 0) / 1000
    },
  )
}

function measureTroubles(metrics: Metrics, { troubles }: Measured): void {
  metrics.gauge(
    'hivewatch_troubles',
    'Problems this server has now',
    async () => {
      const open = await troubles.open()
      const count = (wanted: string) => open.filter(({ kind }) => kind === wanted).length
      return troubleKinds.map((kind) => ({ labels: { kind }, value: count(kind) }))
    },
    ['kind'],
  )
}

/** Lets simultaneous callers share a single read. */
function shared<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined
  return () => {
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }
}
