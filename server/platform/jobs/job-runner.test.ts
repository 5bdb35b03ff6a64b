import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { jobTypes } from '#domain/platform/job.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { AppError } from '../http/app-error.ts'
import type { JobKind } from './job-kind.ts'
import { createJobRunner } from './job-runner.ts'
import { planJobs } from './plan-jobs.ts'
import { queueJob } from './queue-job.ts'
import { takeBackJobs } from './take-back-jobs.ts'

const MINUTE = 60_000
let app: TestApp
const runs: number[] = []

beforeEach(async () => {
  app = await createTestApp()
  runs.length = 0
})
afterEach(() => app.close())

function has(run: JobKind['run'], more: Partial<JobKind> = {}): void {
  for (const type of jobTypes) delete app.deps.jobs.kinds[type]
  app.deps.jobs.kinds.BACKUP = { input: v.looseObject({}), startedBy: 'administrator', run, ...more }
}
const job = (id: number) => app.db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const allJobs = () => app.db.selectFrom('job').selectAll().execute()
async function queue(more: object = {}): Promise<number> {
  return (await queueJob(app.deps, { type: 'BACKUP', ...more })).row.id
}
async function due(): Promise<void> {
  app.jobs.wake()
  await app.jobs.idle()
}

describe('a job', () => {
  it('runs with its input, reports its progress, and stores its result', async () => {
    const told: (string | null)[] = []
    has(async ({ input, jobId, progress }) => {
      progress(0.25, 'Volk 1')
      await app.db.selectFrom('job').select('id').execute()
      app.clock.advance(1000)
      const { progress_permille, detail } = await job(jobId)
      told.push(`${progress_permille} ${detail}`)
      return { seen: input }
    })
    const id = await queue({ input: { depth: 3 } })
    await due()
    expect(told).toEqual(['250 Volk 1'])
    expect(await job(id)).toMatchObject({ status: 'done', progress_permille: 1000, attempts: 1, lease_until: null })
    expect(JSON.parse((await job(id)).result!)).toEqual({ seen: { depth: 3 } })
  })

  it('is not queued twice while the same one is unfinished', async () => {
    has(async () => undefined)
    app.deps.jobs.wake = () => undefined
    const first = await queueJob(app.deps, { type: 'BACKUP', dedupKey: 'a' })
    const again = await Promise.all([1, 2].map(() => queueJob(app.deps, { type: 'BACKUP', dedupKey: 'a' })))
    expect(again.map(({ row, isNew }) => [row.id, isNew])).toEqual([
      [first.row.id, false],
      [first.row.id, false],
    ])
    await due()
    expect((await queueJob(app.deps, { type: 'BACKUP', dedupKey: 'a' })).isNew).toBe(true)
  })

  it('that fails because of us is tried again after pauses, and finally given up', async () => {
    has(async () => {
      runs.push(app.clock.now())
      throw new Error('the disk went away')
    })
    const id = await queue()
    for (let i = 0; i < 45; i++) {
      await due()
      app.clock.advance(MINUTE)
    }
    const pauses = runs.slice(1).map((time, i) => (time - runs[i]!) / MINUTE)
    expect(pauses).toEqual([1, 5, 30])
    expect(await job(id)).toMatchObject({ status: 'failed', problem: 'internal', attempts: 4 })
  })

  it('that cannot succeed is not tried again', async () => {
    has(async () => {
      throw new AppError(400, 'export_empty')
    })
    const id = await queue()
    await due()
    expect(await job(id)).toMatchObject({ status: 'failed', problem: 'export_empty', attempts: 1 })
  })

  it('of an earlier version whose input no longer fits fails with a code', async () => {
    has(async () => undefined, { input: v.object({ depth: v.number() }) })
    const id = await queue()
    await due()
    expect(await job(id)).toMatchObject({ status: 'failed', problem: 'invalid_body' })
  })
})

describe('a process that dies', () => {
  const crashed = (until: number) =>
    app.db
      .updateTable('job')
      .set({ status: 'running', lease_holder: 'dead', lease_until: until, attempts: 1, started_at: 0 })
      .execute()

  it('leaves its job to whoever comes when the lease has run out, and not before', async () => {
    has(async () => void runs.push(1) as undefined)
    app.deps.jobs.wake = () => undefined
    const id = await queue()
    await crashed(app.clock.now() + MINUTE)
    await due()
    expect(runs).toEqual([])
    app.clock.advance(MINUTE)
    await due()
    expect(await job(id)).toMatchObject({ status: 'done', attempts: 2 })
  })

  it('again and again does not make a job repeat forever', async () => {
    has(async () => void runs.push(1) as undefined)
    app.deps.jobs.wake = () => undefined
    const id = await queue()
    await crashed(0)
    await app.db.updateTable('job').set({ attempts: 4 }).execute()
    await due()
    expect(runs).toEqual([])
    expect(await job(id)).toMatchObject({ status: 'failed', problem: 'job_interrupted' })
  })

  it('leaves its job to the next start, which waits for no lease and counts no try', async () => {
    has(async () => ({}))
    app.deps.jobs.wake = () => undefined
    const id = await queue()
    await crashed(app.clock.now() + MINUTE)
    await takeBackJobs(app.deps)
    expect(await job(id)).toMatchObject({ status: 'queued', attempts: 0, lease_holder: null })
    await due()
    expect(await job(id)).toMatchObject({ status: 'done', attempts: 1 })
  })

  it('whenever a certain job runs makes that one fail in the end, with all others run in between', async () => {
    has(async () => void runs.push(1) as undefined)
    app.deps.jobs.wake = () => undefined
    const id = await queue()
    const waits: number[] = []
    while ((await job(id)).status !== 'failed') {
      const attempts = (await job(id)).attempts + 1
      if (attempts <= 4) {
        await app.db.updateTable('job').set({ status: 'running', attempts }).execute()
        await takeBackJobs(app.deps)
        waits.push(((await job(id)).due_at - app.clock.now()) / MINUTE)
      } else await due()
      app.clock.set((await job(id)).due_at)
    }
    expect(waits).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(runs).toEqual([])
    expect(await job(id)).toMatchObject({ status: 'failed', problem: 'job_interrupted' })
    expect((await (await app.signIn('root@example.org', { admin: true })).post(`/jobs/${id}/retry`)).status).toBe(200)
    expect(await job(id)).toMatchObject({ attempts: 0, interruptions: 0 })
  })

  it('only seemingly, and comes back too late, no longer writes anything', async () => {
    const go = Promise.withResolvers<void>()
    has(async () => {
      runs.push(1)
      if (runs.length === 1) await go.promise
      return { run: runs.length }
    })
    const id = await queue()
    await expect.poll(() => runs.length).toBe(1)
    app.clock.advance(2 * MINUTE)
    const other = createJobRunner(app.deps)
    other.wake()
    await other.idle()
    const result = (await job(id)).result
    go.resolve()
    await app.jobs.idle()
    await other.stop()
    expect(await job(id)).toMatchObject({ status: 'done', attempts: 2, result })
  })
})

it('is never run twice at once by two that look at the same time', async () => {
  has(async () => void runs.push(1) as undefined)
  app.deps.jobs.wake = () => undefined
  for (let i = 0; i < 10; i++) await queue()
  const runners = [createJobRunner(app.deps), createJobRunner(app.deps), createJobRunner(app.deps)]
  for (const runner of runners) runner.wake()
  await Promise.all(runners.map((runner) => runner.idle()))
  await Promise.all(runners.map((runner) => runner.stop()))
  expect(runs).toHaveLength(10)
  expect((await allJobs()).map(({ attempts }) => attempts)).toEqual(Array(10).fill(1))
})

describe('jobs of many', () => {
  let ends: Map<number, () => void>
  const underWay = () => [...ends.keys()].toSorted((a, b) => a - b)
  const end = async (id: number) => {
    ends.get(id)!()
    ends.delete(id)
    await expect.poll(async () => (await job(id)).status).toBe('done')
  }
  const replay = (accountId: number) => queue({ type: 'RULE_REPLAY', accountId })

  beforeEach(() => {
    ends = new Map()
    has(({ jobId }) => new Promise((resolve) => ends.set(jobId, () => resolve(undefined))))
    app.deps.jobs.kinds.RULE_REPLAY = { ...app.deps.jobs.kinds.BACKUP!, startedBy: 'beekeeper', ownMatter: true }
  })
  afterEach(() => {
    for (const resolve of ends.values()) resolve()
  })

  it('take turns: accounts with many jobs running or queued leave a place to those with fewer', async () => {
    const [anna, ben, cleo] = await Promise.all(
      ['anna', 'ben', 'cleo'].map(async (name) => (await app.signIn(`${name}@example.org`)).accountId),
    )
    const annas = [await replay(anna!), await replay(anna!), await replay(anna!), await replay(anna!)]
    await expect.poll(underWay).toEqual(annas.slice(0, 2))
    const bens = [await replay(ben!), await replay(ben!)]
    await expect.poll(underWay).toEqual([...annas.slice(0, 2), bens[0]])
    const cleos = await replay(cleo!)
    await end(annas[0]!)
    await expect.poll(underWay).toEqual([annas[1], bens[0], cleos])
    await end(annas[1]!)
    await expect.poll(underWay).toEqual([annas[2], bens[0], cleos])
  })

  it('do not hold up scheduled jobs and those of administrators', async () => {
    const accounts = [1, 2, 3, 4].map((number) => app.signIn(`${number}@example.org`))
    for (const { accountId } of await Promise.all(accounts)) await replay(accountId)
    await expect.poll(underWay).toHaveLength(3)
    const scheduled = await queue()
    await expect.poll(underWay).toContain(scheduled)
  })
})

it('gives back what is under way when the server stops', async () => {
  has(({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))))
  const id = await queue()
  await expect.poll(async () => (await job(id)).status).toBe('running')
  await app.jobs.stop()
  expect(await job(id)).toMatchObject({ status: 'queued', attempts: 0, lease_holder: null, problem: null })
})

describe('the schedule', () => {
  const plan = async (time: string) => {
    app.clock.set(time)
    await planJobs(app.deps)
    await app.jobs.idle()
    return runs.length
  }
  beforeEach(() => has(async () => void runs.push(app.clock.now()) as undefined, { schedule: '17 2 * * *' }))

  it('runs once a night, and once after several nights without', async () => {
    expect(await plan('2026-05-10T10:00:00Z')).toBe(0)
    expect(await plan('2026-05-11T02:16:59Z')).toBe(0)
    expect(await plan('2026-05-11T02:17:00Z')).toBe(1)
    expect(await plan('2026-05-11T02:17:30Z')).toBe(1)
    expect(await plan('2026-05-15T09:00:00Z')).toBe(2)
    expect(await plan('2026-05-15T23:00:00Z')).toBe(2)
    expect(await plan('2026-05-16T02:17:10Z')).toBe(3)
  })

  it('does not run twice when the clock is set back a little', async () => {
    await plan('2026-05-10T10:00:00Z')
    expect(await plan('2026-05-11T02:17:01Z')).toBe(1)
    expect(await plan('2026-05-11T02:16:50Z')).toBe(1)
    expect(await plan('2026-05-11T02:17:05Z')).toBe(1)
    expect(await plan('2026-05-12T02:17:05Z')).toBe(2)
  })

  it('continues the next night after the clock was years ahead', async () => {
    await plan('2026-05-10T10:00:00Z')
    expect(await plan('2036-05-10T10:00:00Z')).toBe(1)
    expect(await plan('2026-05-10T10:01:00Z')).toBe(1)
    expect(await plan('2026-05-11T02:17:00Z')).toBe(2)
  })

  it.each([9e15, 1.83e15, -9e15])('continues after the time of its last run was damaged to %d', async (damaged) => {
    await plan('2026-05-10T10:00:00Z')
    await app.db.updateTable('job_schedule').set({ planned_at: damaged }).execute()
    expect(await plan('2026-05-10T10:01:00Z')).toBe(0)
    expect(await plan('2026-05-11T02:17:00Z')).toBe(1)
  })

  it('does not wait for years to retry or take over jobs whose times were set by a clock that ran ahead', async () => {
    has(
      async () => {
        runs.push(app.clock.now())
        if (runs.length === 1) throw new Error('there is no network yet')
        return {}
      },
      { schedule: '17 2 * * *' },
    )
    await plan('2026-05-10T10:00:00Z')
    expect(await plan('2036-05-10T10:00:00Z')).toBe(1)
    app.clock.set('2026-05-10T10:01:00Z')
    await due()
    expect(await allJobs()).toMatchObject([{ status: 'done', attempts: 2 }])
    const ahead = { status: 'running', lease_until: Date.parse('2036-05-10T10:01:00Z') } as const
    await app.db.updateTable('job').set(ahead).execute()
    await due()
    expect(await allJobs()).toMatchObject([{ status: 'done', attempts: 3 }])
  })

  it('queues one job if two processes plan at once', async () => {
    await plan('2026-05-10T10:00:00Z')
    app.clock.set('2026-05-11T02:17:00Z')
    await Promise.all([planJobs(app.deps), planJobs(app.deps), planJobs(app.deps)])
    await app.jobs.idle()
    expect(await allJobs()).toHaveLength(1)
  })
})
