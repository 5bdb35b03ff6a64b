import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openPool } from '../../server/platform/db/postgres-pool.ts'
import { claimController, registerBeekeeper, sendReadings } from '../support/browser/app-fixture.ts'
import { IS_LONG_RUN } from './installation.ts'
import { type Node, nodesForEachTest, readiness } from './nodes.ts'

const ADMIN = { ADMIN_EMAIL: 'root@example.org', ADMIN_PASSWORD: 'bees and honey' }
const DAY = 86_400_000
const TIMELINES = IS_LONG_RUN ? 500 : 100
const CONNECTIONS = 12
/** A connection that lasts no longer than this is being closed. */
const LASTS_MS = 50

const nodes = nodesForEachTest(() => ADMIN)
const hash = (password: string) => createHash('sha256').update(password).digest('hex')

async function makePair(): Promise<[keeper: Node, standby: Node]> {
  const pair = (await nodes.make(2)) as [Node, Node]
  for (const node of pair) await node.start()
  return pair
}

/** Signs in at a node; returns a function that calls any node with that session. */
async function signIn({ url }: Node, email: string, password: string) {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email, password: hash(password) })
  const answer = await fetch(`${url}/api/user/login`, { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
  const cookie = answer.headers.get('set-cookie')!.split(';')[0]!
  return (node: Node, path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
    fetch(`${node.url}/api${path}`, { ...init, headers: { ...init.headers, cookie } })
}

const json = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
const hourly = (hours: number) =>
  Array.from({ length: hours }, (_, i) => ({
    time: new Date(Math.floor(Date.now() / DAY) * DAY - (i + 1) * 3600_000).toISOString(),
    channel: 1,
    weight: 40 + (i % 24) / 10,
  }))

test('sessions, files and keys are the same on each node, even after one of them is gone', async () => {
  const [keeper, standby] = await makePair()
  const anna = await registerBeekeeper(standby.url)
  const hive = await claimController(anna)
  await sendReadings(standby.url, hive, hourly(100))
  const call = await signIn(standby, anna.email, anna.password)
  const chief = await signIn(keeper, ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD)
  for (const node of [keeper, standby]) expect((await call(node, '/user/sessions')).status).toBe(200)
  const figures = await Promise.all([keeper, standby].map(({ url }) => fetch(`${url}/metrics`).then((c) => c.text())))
  expect(figures.map((text) => /^hivewatch_keeps (\d)$/m.exec(text)?.[1])).toEqual(['1', '0'])
  expect(Number(/^hivewatch_passed_on_total (\d+)$/m.exec(figures[1]!)?.[1])).toBeGreaterThan(4)
  const vapid = await (await call(standby, '/push/key')).text()
  expect(vapid).toMatch(/"publicKey":"[\w-]{80,}"/)

  const image = Uint8Array.from({ length: 300_000 }, (_, i) => [0xe9, 3, 2, 0x20][i] ?? (i * 7) % 251)
  const form = new FormData()
  form.set('version', '1.4.2')
  form.set('data', new File([image], 'firmware.bin'))
  expect((await chief(standby, '/admin/firmware', { method: 'POST', body: form })).status).toBe(201)
  const csv = ['time;weight', ...hourly(50).map(({ time, weight }) => `${time};${weight}`)].join('\n')
  const uploading = { method: 'POST', headers: { 'content-type': 'text/csv' }, body: csv }
  const uploaded = await call(standby, '/imports?name=hive.csv', uploading)
  expect(uploaded.status).toBe(201)
  const { id: upload } = (await uploaded.json()) as { id: number }
  const range = {
    from: new Date(Date.now() - 10 * DAY).toISOString().slice(0, 10),
    to: new Date().toISOString().slice(0, 10),
  }
  const ordered = await call(
    standby,
    '/jobs',
    json({ type: 'EXPORT', scales: [1], ...range, level: 'hour', format: 'csv', language: 'en' }),
  )
  expect(ordered.status).toBe(201)
  const { id: job } = (await ordered.json()) as { id: number }
  const exported = async (node: Node) => (await call(node, `/exports/${job}`)).status
  await expect.poll(() => exported(standby)).toBe(200)
  const file = await (await call(standby, `/exports/${job}`)).text()
  expect(file.split('\n').length).toBeGreaterThan(90)

  await keeper.server.kill()
  await expect.poll(() => readiness(standby)).toBe('ready')
  expect(await (await call(standby, `/exports/${job}`)).text()).toBe(file)
  expect((await call(standby, `/imports/${upload}`)).status).toBe(200)
  expect(await (await call(standby, '/push/key')).text()).toBe(vapid)
  expect(await (await chief(standby, '/admin/firmware')).json()).toMatchObject([{ version: '1.4.2', size: 300_000 }])
  await keeper.start()
  expect(await (await call(keeper, `/exports/${job}`)).text()).toBe(file)
})

test('news is reported on each node, and guessing is throttled across all of them', async () => {
  const [keeper, standby] = await makePair()
  const anna = await registerBeekeeper(standby.url)
  const hive = await claimController(anna)
  const call = await signIn(standby, anna.email, anna.password)
  const heard = await Promise.all(
    [keeper, standby].map(async (node) => {
      const answer = await call(node, '/events', { signal: AbortSignal.timeout(300_000) })
      expect(answer.headers.get('content-type')).toContain('text/event-stream')
      return answer.body!.pipeThrough(new TextDecoderStream()).getReader()
    }),
  )
  await sendReadings(keeper.url, hive, hourly(1))
  for (const reader of heard) {
    let said = ''
    while (!said.includes('event: reading')) said += (await reader.read()).value
  }

  const guess = async ({ url }: Node) => {
    const answer = await fetch(`${url}/api/user/login`, json({ email: anna.email, password: hash('a guess') }))
    await answer.arrayBuffer()
    return answer.status
  }
  const answers: number[] = []
  for (let i = 0; i < 30 && !answers.includes(429); i++) answers.push(await guess(i % 2 === 0 ? keeper : standby))
  expect(answers).toContain(429)
  expect([await guess(keeper), await guess(standby)]).toEqual([429, 429])

  // clients that followed a node that is no longer the keeper must switch to the next one
  keeper.server.process.kill('SIGSTOP')
  await expect.poll(() => readiness(standby)).toBe('ready')
  keeper.server.process.kill('SIGCONT')
  const ended = heard.map(async (reader) => {
    while (!(await reader.read().catch(() => ({ done: true }))).done);
    return 'ended'
  })
  // sessions are checked every minute anyway, which would end the streams, too
  const waited = pause(30_000, 'still open', { ref: false })
  expect(await Promise.all(ended.map((end) => Promise.race([end, waited])))).toEqual(['ended', 'ended'])
})

test('no matter how many requests arrive at once, a node keeps few connections to PostgreSQL', async () => {
  const [keeper, standby] = await makePair()
  const anna = await registerBeekeeper(keeper.url)
  await sendReadings(keeper.url, await claimController(anna), hourly(500))
  const call = await signIn(standby, anna.email, anna.password)
  const from = Math.floor(Date.now() / 1000) - 30 * 86_400
  const ask = async (_: unknown, i: number) => {
    const answer = await call(
      i % 2 === 0 ? keeper : standby,
      `/timeline?scales=1&from=${from}&to=${from + 31 * 86_400}&level=raw`,
    )
    return [answer.status, hash(await answer.text())].join(' ')
  }
  const pool = await openPool(nodes.cluster.url('postgres'), { max: 1 })
  const name = new URL(nodes.database).pathname.slice(1)
  const most = new Map<string, number>()
  let isAsking = true
  const counting = (async () => {
    let before = new Set<number>()
    while (isAsking) {
      const { rows } = await pool.query<{ pid: number; node: string }>(
        'select pid, application_name as node from pg_stat_activity where datname = $1',
        [name],
      )
      // a closed connection may still be visible for a moment beside its successor
      const lasting = rows.filter(({ pid }) => before.has(pid))
      for (const [node, { length }] of Map.groupBy(lasting, (row) => row.node)) {
        most.set(node, Math.max(most.get(node) ?? 0, length))
      }
      before = new Set(rows.map(({ pid }) => pid))
      await pause(LASTS_MS)
    }
  })()
  const answers = await Promise.all(Array.from({ length: TIMELINES }, ask))
  isAsking = false
  await counting
  await pool.end()
  expect(new Set(answers).size, answers[0]).toBe(1)
  expect(answers[0]).toMatch(/^200 /)
  expect([...most.keys()].sort()).toEqual(['HiveWatch 1', 'HiveWatch 2'])
  expect(Math.max(...most.values())).toBeLessThanOrEqual(CONNECTIONS)
  expect(Math.max(...most.values())).toBeGreaterThan(1)
})
