import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { AppError } from '../http/app-error.ts'

let app: TestApp
let anna: Client
let ben: Client
let root: Client

beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  ben = await app.signIn('ben@example.org')
  root = await app.signIn('root@example.org', { admin: true })
  const { kinds } = app.deps.jobs
  kinds.RULE_REPLAY = { input: v.object({}), startedBy: 'beekeeper', run: async () => ({ rang: 2 }) }
  kinds.BACKUP = {
    input: v.object({}),
    startedBy: 'administrator',
    // runs until it is aborted
    run: ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  }
})
afterEach(() => app.close())

const start = (client: Client, body: object) => client.post('/jobs', body)
const ids = async (client: Client, query = '') =>
  (await client.get(`/jobs${query}`)).body.items.map(({ id }: { id: number }) => id)
const status = async (id: number) => (await root.get(`/jobs/${id}`)).body.status

describe('beginning a job', () => {
  it('answers with the job, which then gets done', async () => {
    const body = { type: 'RULE_REPLAY', from: '2026-05-01', to: '2026-05-02' }
    const { status, body: reply } = await start(anna, body)
    expect(status).toBe(201)
    expect(reply).toMatchObject({ message: 'Started.', type: 'RULE_REPLAY', progress: 0, accountId: anna.accountId })
    expect(reply).toMatchObject({ from: '2026-05-01T00:00:00.000Z', to: '2026-05-03T00:00:00.000Z' })
    await app.jobs.idle()
    expect((await anna.get(`/jobs/${reply.id}`)).body).toMatchObject({
      status: 'done',
      progress: 1,
      result: { rang: 2 },
      remainingSeconds: null,
      problem: null,
    })
  })

  it.each([
    ['of no known type', { type: 'PARTY' }, 400, 'invalid_body'],
    [
      'with times in the wrong order',
      { type: 'RULE_REPLAY', from: '2026-05-02', to: '2026-05-01' },
      400,
      'invalid_body',
    ],
    ['for administrators', { type: 'BACKUP' }, 403, 'forbidden'],
    ['for administrators that nobody does', { type: 'WEATHER_UPDATE' }, 403, 'forbidden'],
    ['of a transmitter that is not there', { type: 'RULE_REPLAY', controllerId: 99 }, 404, 'controller_not_found'],
  ])('refuses one %s', async (_, body, status, code) => {
    expect(await start(anna, body)).toMatchObject({ status, body: { code } })
  })

  it("refuses one for somebody else's transmitter", async () => {
    const { id } = await app.claim(ben)
    const body = { type: 'RULE_REPLAY', controllerId: id }
    expect(await start(anna, body)).toMatchObject({ status: 404, body: { code: 'controller_not_found' } })
    expect((await start(ben, body)).status).toBe(201)
  })

  it('is limited: at most five may wait', async () => {
    for (let i = 0; i < 5; i++) expect((await start(root, { type: 'BACKUP' })).status).toBe(201)
    const refused = await start(root, { type: 'BACKUP' })
    expect(refused).toMatchObject({ status: 429, body: { code: 'jobs_too_many' } })
    expect(refused.headers.get('retry-after')).toBe('60')
  })

  it('is limited as well for simultaneous requests, and for repeated jobs', async () => {
    app.deps.jobs.wake = () => undefined
    const begun = async () => {
      const answers = await Promise.all(Array.from({ length: 12 }, () => start(anna, { type: 'RULE_REPLAY' })))
      expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(201), ...Array(7).fill(429)])
      return answers.flatMap(({ status, body }) => (status === 201 ? [body.id] : []))
    }
    const first = await begun()
    for (const id of first) await anna.post(`/jobs/${id}/cancel`)
    const second = await begun()
    const retry = (id: number) => anna.post(`/jobs/${id}/retry`)
    expect(await retry(first[0])).toMatchObject({ status: 429, body: { code: 'jobs_too_many' } })
    expect(await root.post(`/jobs/${first[0]}/retry`)).toMatchObject({ status: 429 })
    // it already counts as one of the five
    expect((await retry(second[0])).status).toBe(200)
    await anna.post(`/jobs/${second[0]}/cancel`)
    const again = await Promise.all(first.map(retry))
    expect(again.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429, 429])
    expect((await start(ben, { type: 'RULE_REPLAY' })).status).toBe(201)
  })
})

describe('the list', () => {
  it("contains one's own jobs, newest first, and for administrators everybody's", async () => {
    const first = (await start(anna, { type: 'RULE_REPLAY' })).body.id
    const other = (await start(ben, { type: 'RULE_REPLAY' })).body.id
    const second = (await start(anna, { type: 'RULE_REPLAY' })).body.id
    expect(await ids(anna)).toEqual([second, first])
    expect(await ids(root)).toEqual([second, other, first])
    expect(await ids(root, '?mine=true')).toEqual([])
  })

  it('comes in pages and can be searched', async () => {
    await start(root, { type: 'BACKUP' })
    for (let i = 0; i < 4; i++) await start(anna, { type: 'RULE_REPLAY' })
    const all = await ids(root)
    const { body } = await root.get('/jobs?limit=2')
    expect(body.nextCursor).toBe(String(all[1]))
    expect(await ids(root, `?limit=3&cursor=${body.nextCursor}`)).toEqual(all.slice(2))
    expect((await root.get(`/jobs?cursor=${all.at(-1)}`)).body).toEqual({ items: [], nextCursor: null })
    expect(await ids(root, '?q=backup')).toEqual([all.at(-1)])
    expect(await ids(root, '?type=BACKUP')).toEqual([all.at(-1)])
    expect(await ids(root, '?q=%25')).toEqual([])
    expect((await root.get('/jobs?limit=999')).status).toBe(400)
  })
})

describe('cancelling', () => {
  it('ends a running job at once; doing it again changes nothing', async () => {
    const { id } = (await start(root, { type: 'BACKUP' })).body
    await expect.poll(() => status(id)).toBe('running')
    for (const _ of [1, 2]) {
      const { status: answered, body } = await root.post(`/jobs/${id}/cancel`)
      expect({ answered, ...body }).toMatchObject({ answered: 200, message: 'Canceled.', status: 'cancelled' })
    }
    await app.jobs.idle()
    expect(await status(id)).toBe('cancelled')
  })

  it('by two at the same moment is canceled for both', async () => {
    const { id } = (await start(root, { type: 'BACKUP' })).body
    const answers = await Promise.all([1, 2, 3].map(() => root.post(`/jobs/${id}/cancel`)))
    expect(answers.map(({ status: answered, body }) => [answered, body.status])).toEqual(
      answers.map(() => [200, 'cancelled']),
    )
    await app.jobs.idle()
  })

  it('is for the requester and administrators, and not for jobs that are over', async () => {
    const { id } = (await start(anna, { type: 'RULE_REPLAY' })).body
    await app.jobs.idle()
    const unknown = { status: 404, body: { code: 'job_not_found' } }
    expect(await ben.post(`/jobs/${id}/cancel`)).toMatchObject(unknown)
    expect(await ben.post(`/jobs/${id}/retry`)).toMatchObject(unknown)
    expect(await ben.get(`/jobs/${id}`)).toMatchObject(unknown)
    for (const client of [anna, root])
      expect(await client.post(`/jobs/${id}/cancel`)).toMatchObject({ status: 409, body: { code: 'job_over' } })
  })
})

describe('what administrators do with jobs', () => {
  const recorded = async () =>
    (await root.get('/admin/audit?subject=job')).body.items.map(({ action, subjectId }: Record<string, string>) => [
      action,
      subjectId,
    ])

  it('is recorded, except for their own beekeeper’s jobs', async () => {
    const own = (await start(anna, { type: 'RULE_REPLAY' })).body.id
    const backup = (await start(root, { type: 'BACKUP' })).body.id
    await Promise.all([root.post(`/jobs/${backup}/cancel`), root.post(`/jobs/${backup}/cancel`)])
    await root.post(`/jobs/${backup}/cancel`)
    await app.db.updateTable('job').set({ status: 'failed' }).where('id', '=', own).execute()
    await anna.post(`/jobs/${own}/retry`)
    await app.jobs.idle()
    await app.db.updateTable('job').set({ status: 'failed' }).where('id', '=', own).execute()
    await root.post(`/jobs/${own}/retry`)
    expect(await recorded()).toEqual([
      ['job.retry', String(own)],
      ['job.cancel', String(backup)],
      ['job.begin', String(backup)],
    ])
  })
})

describe('doing it again', () => {
  it('is possible for jobs that failed or were canceled', async () => {
    let fails = true
    app.deps.jobs.kinds.RULE_REPLAY!.run = async () => {
      if (fails) throw new AppError(400, 'export_empty')
      return { rang: 1 }
    }
    const { id } = (await start(anna, { type: 'RULE_REPLAY' })).body
    await app.jobs.idle()
    expect((await anna.get(`/jobs/${id}`)).body).toMatchObject({ status: 'failed', problem: 'export_empty' })
    fails = false
    expect((await anna.post(`/jobs/${id}/retry`)).body).toMatchObject({ status: 'queued', problem: null })
    await app.jobs.idle()
    expect(await status(id)).toBe('done')
    expect(await anna.post(`/jobs/${id}/retry`)).toMatchObject({ status: 409, body: { code: 'job_over' } })
  })

  it('is not possible for running jobs', async () => {
    const { id } = (await start(root, { type: 'BACKUP' })).body
    await expect.poll(() => status(id)).toBe('running')
    expect(await root.post(`/jobs/${id}/retry`)).toMatchObject({ status: 409, body: { code: 'job_under_way' } })
  })
})

it('notifies the open screens of those who may see it', async () => {
  const response = await app.app.request('/api/events', { headers: { cookie: anna.cookie! } })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  await reader.read()
  await start(ben, { type: 'RULE_REPLAY' })
  const { id } = (await start(anna, { type: 'RULE_REPLAY' })).body
  let heard = ''
  while (!heard.includes('event: job')) heard += (await reader.read()).value
  expect(heard).toContain(`"jobId":${id}`)
  expect(heard.match(/"jobId":\d+/g)).not.toContain(`"jobId":${id - 1}`)
  await reader.cancel()
})
