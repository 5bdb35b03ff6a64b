import { beforeEach, expect, test } from 'vitest'
import type { RaisedTrouble } from '#domain/platform/trouble.ts'
import { fixedClock } from '../runtime/clock.ts'
import { createLogger } from '../runtime/logger.ts'
import { createEachByItself, type EachByItself } from './each-by-itself.ts'

const MINUTE = 60_000

let clock: ReturnType<typeof fixedClock>
let lines: { item: string; level: number }[]
let told: RaisedTrouble[]
let each: EachByItself
let tried: string[]

beforeEach(() => {
  clock = fixedClock(1_778_407_200_000)
  lines = []
  told = []
  tried = []
  const logger = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) })
  const nothing = async () => undefined
  const troubles = {
    raise: async (trouble: RaisedTrouble) => void told.push(trouble),
    clear: async () => void told.splice(0),
    open: async () => [],
    settled: nothing,
    stop: nothing,
  }
  each = createEachByItself({ troubles, logger, clock }, 'counting')
})

const run = (...failing: string[]) =>
  each.run(
    ['a', 'b', 'c'],
    (item) => item,
    async (item) => {
      tried.push(item)
      if (failing.includes(item)) throw new Error(`${item} is broken`)
    },
  )

test('the others go on past one that fails, which is logged once and reported while it lasts', async () => {
  for (let pass = 0; pass < 5; pass++) {
    await run('b')
    clock.advance(5 * MINUTE)
  }
  expect(tried.filter((item) => item === 'a')).toHaveLength(5)
  expect(tried.filter((item) => item === 'c')).toHaveLength(5)
  expect(lines).toMatchObject([{ item: 'b', level: 50 }])
  expect(told.at(-1)).toEqual({ kind: 'loop_failing', subject: 'counting', values: { first: 'b', count: 1 } })
  clock.advance(60 * MINUTE)
  await run()
  expect(told).toEqual([])
  expect(lines.at(-1)).toMatchObject({ item: 'b', level: 30 })
})

test('what fails is tried again after growing pauses, of half an hour at most', async () => {
  const start = clock.now()
  const tries: number[] = []
  while (clock.now() - start < 8 * 60 * MINUTE) {
    const before = tried.length
    await run('b')
    if (tried.slice(before).includes('b')) tries.push((clock.now() - start) / MINUTE)
    clock.advance(MINUTE)
  }
  expect(tries.slice(0, 6)).toEqual([0, 4, 12, 28, 58, 88])
  expect(tries.at(-1)! - tries.at(-2)!).toBe(30)
})

test('nothing has to wait because the clock was set back by days', async () => {
  await run('b')
  clock.advance(-3 * 24 * 60 * MINUTE)
  tried = []
  await run()
  expect(tried).toEqual(['a', 'b', 'c'])
})

test('an item that is gone is no longer reported after a day', async () => {
  const gone = () => each.run([], String, async () => undefined)
  await run('b')
  await gone()
  expect(told).toHaveLength(2)
  clock.advance(25 * 60 * MINUTE)
  await gone()
  expect(told).toEqual([])
})

test.each([
  ['locked', 'SQLITE_BUSY'],
  ['away', '08006'],
])(
  'a database that is %s is no item’s fault: the pass ends there, and the next one tries all of them',
  async (_, code) => {
    const away = Object.assign(new Error('the database does not answer'), { code })
    const pass = (error?: Error) =>
      each.run(
        ['a', 'b', 'c'],
        (item) => item,
        async (item) => {
          tried.push(item)
          if (error) throw error
        },
      )
    await pass(away)
    await each.note(new Map([['d', away]]))
    expect(told).toEqual([])
    await pass()
    expect(tried).toEqual(['a', 'a', 'b', 'c'])
  },
)

test('an item removed during its work is no trouble, unless it fails that way again', async () => {
  const orphan = Object.assign(new Error('FOREIGN KEY constraint failed'), { code: 'SQLITE_CONSTRAINT_FOREIGNKEY' })
  const pass = () => each.run(['a'], String, () => Promise.reject(orphan))
  await pass()
  expect(told).toEqual([])
  clock.advance(5 * MINUTE)
  await pass()
  expect(told).toHaveLength(1)
})
