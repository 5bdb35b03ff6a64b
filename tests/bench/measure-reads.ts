import { Agent } from 'node:http'
import { type Bench, type Row, timesRow } from './bench.ts'
import { exchange, type Reply } from './exchange.ts'
import { CHANNELS } from './hivewatch.ts'
import { median } from './statistics.ts'

const READS_A_RUN = 4

type Read = () => Promise<Reply>

/** The median of alternating runs; the first of each does not count. */
async function alternate(
  runs: number,
  ours: Read,
  theirs: Read | undefined,
): Promise<[ours: number, theirs: number | undefined]> {
  const times: [number[], number[]] = [[], []]
  const readAll = async (read: Read | undefined, into: number[]) => {
    for (let i = 0; read && i < READS_A_RUN; i++) {
      const reply = await read()
      if (reply.status !== 200) throw new Error(`a read was answered with ${reply.status}: ${reply.body}`)
      if (i > 0) into.push(reply.ms)
    }
  }
  for (let run = 0; run < runs; run++) {
    await readAll(ours, times[0])
    await readAll(theirs, times[1])
  }
  return [median(times[0]), theirs ? median(times[1]) : undefined]
}

const oneOf = (count: number): string => `scale =~ /^(${Array.from({ length: count }, (_, i) => i + 1).join('|')})$/`

/** Years of series, the dashboard and midnight values, each compared with the same query to InfluxDB. */
export async function measureReads(bench: Bench): Promise<Row[]> {
  const { server, influx, keeper, scaleIds, span, runs } = bench
  const agent = new Agent({ keepAlive: true })
  const get =
    (path: string): Read =>
    () =>
      exchange(agent, `${server.url}/api${path}`, {
        headers: { cookie: keeper.cookie, accept: path.startsWith('/timeline') ? 'application/octet-stream' : '*/*' },
      })
  const ask = (statements: string): Read | undefined => influx && (() => influx.query(statements))
  const timeline = (count: number, level: string) =>
    get(`/timeline?scales=${scaleIds.slice(0, count)}&from=${span.from}&to=${span.to}&level=${level}`)
  const buckets = (count: number, size: string) =>
    `SELECT last(w), min(w), max(w), mean(t), mean(h) FROM hive WHERE ${oneOf(count)} AND time >= ${span.from}s ` +
    `AND time < ${span.to}s GROUP BY time(${size}), scale fill(none)`
  const week = `time >= ${span.to - 7 * 86_400}s AND time < ${span.to}s`

  const rows: Row[] = []
  const add = async (name: string, ours: Read, theirs: Read | undefined, atLeast?: number) => {
    const [own, other] = await alternate(runs, ours, theirs)
    rows.push(timesRow(name, own, other, atLeast))
  }
  await add(
    '7 days raw of 8 scales',
    rawWeek(),
    ask(`SELECT w, t, h FROM hive WHERE ${oneOf(8)} AND ${week} GROUP BY scale`),
  )
  await add('a year of 20 scales, by day', timeline(20, 'day'), ask(buckets(20, '1d')), 20)
  await add('a year of 20 scales, by hour', timeline(20, 'hour'), ask(buckets(20, '1h')), 20)
  const dashboard = get('/dashboard')
  await add(`dashboard of ${scaleIds.length} scales`, dashboard, ask(dashboardStatements(span.to)), 10)
  const midnights = get(
    `/controller/${keeper.transmitters[0]!.controllerId}/midnightvalues?from=${span.from}&to=${span.to}`,
  )
  await add(
    `midnight values of ${CHANNELS} scales, a year`,
    midnights,
    ask(
      `SELECT last(w) FROM hive WHERE ${oneOf(CHANNELS)} AND time >= ${span.from}s AND time < ${span.to}s ` +
        `GROUP BY time(1d, -2h), scale fill(none)`,
    ),
  )
  agent.destroy()
  return rows

  function rawWeek(): Read {
    return get(`/timeline?scales=${scaleIds.slice(0, 8)}&from=${span.to - 7 * 86_400}&to=${span.to}&level=raw`)
  }
}

/** What the dashboard shows: last values, a day and a week back, 14 midnights, a week's line, a day of weights. */
function dashboardStatements(now: number): string {
  const since = (seconds: number) => `time >= ${now - seconds}s AND time < ${now}s`
  const day = 86_400
  return [
    `SELECT last(w), last(t), last(h) FROM hive WHERE ${since(2 * day)} GROUP BY scale`,
    `SELECT last(w) FROM hive WHERE ${since(day + 21_600)} AND time <= ${now - day}s GROUP BY scale`,
    `SELECT last(w) FROM hive WHERE ${since(7 * day + 21_600)} AND time <= ${now - 7 * day}s GROUP BY scale`,
    `SELECT last(w) FROM hive WHERE ${since(15 * day)} GROUP BY time(1d, -2h), scale fill(none)`,
    `SELECT last(w) FROM hive WHERE ${since(7 * day)} GROUP BY time(4h), scale fill(none)`,
    `SELECT w FROM hive WHERE ${since(36 * 3600)} GROUP BY scale`,
  ].join('; ')
}
