import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DatabaseError, type Lane } from './lane.ts'
import { type IsFree, watchLock } from './watch-lock.ts'

const locked = (code: string) => new DatabaseError(code, 'held by another program')
let failure: Error | undefined
let told: boolean[]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  failure = undefined
  told = []
})
afterEach(() => vi.useRealTimers())

const orFail = async <T>(answer: T): Promise<T> => {
  if (failure) throw failure
  return answer
}
const transaction = { execute: vi.fn(), commit: async () => undefined, rollback: async () => undefined }
const lane = (isFree?: IsFree): Lane =>
  watchLock(
    {
      execute: () => orFail({ rows: [], changes: 0, insertId: undefined }),
      begin: () => orFail(transaction),
      run: () => orFail('done'),
      close: async () => undefined,
    },
    (isHeld) => void told.push(isHeld),
    isFree,
  )

test.each(['SQLITE_BUSY', '55P03'])(
  'that a write failed with %s is told once, and that writing is possible again',
  async (code) => {
    const watched = lane()
    failure = locked(code)
    for (let i = 0; i < 3; i++) await expect(watched.run('fold', {})).rejects.toBe(failure)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(told).toEqual([true])
    failure = undefined
    await vi.advanceTimersByTimeAsync(1000)
    expect(told).toEqual([true, false])
  },
)

test('other failures say nothing of a lock', async () => {
  failure = locked('SQLITE_CONSTRAINT_UNIQUE')
  await expect(lane().run('fold', {})).rejects.toBe(failure)
  expect(told).toEqual([])
})

test('an engine that cannot be asked counts as free once nothing has failed for a while', async () => {
  const watched = lane(async (sinceMs) => sinceMs > 120_000)
  failure = locked('55P03')
  for (let minute = 0; minute < 5; minute++) {
    await expect(watched.run('fold', {})).rejects.toBe(failure)
    await vi.advanceTimersByTimeAsync(60_000)
  }
  expect(told).toEqual([true])
  failure = undefined
  await watched.run('fold', {})
  await vi.advanceTimersByTimeAsync(62_000)
  expect(told).toEqual([true, false])
})

test('nothing is told once it is closed', async () => {
  const watched = lane()
  failure = locked('SQLITE_BUSY')
  await expect(watched.execute({ sql: '', parameters: [] })).rejects.toBe(failure)
  await watched.close()
  failure = undefined
  await vi.advanceTimersByTimeAsync(10_000)
  expect(told).toEqual([true])
})
