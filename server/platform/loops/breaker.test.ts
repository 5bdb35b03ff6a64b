import { beforeEach, expect, test } from 'vitest'
import { fixedClock } from '../runtime/clock.ts'
import { type Breakers, createBreakers } from './breaker.ts'

const SECOND = 1000
const clock = fixedClock('2026-05-10T10:00:00Z')
let breakers: Breakers
let changes: number
beforeEach(() => {
  breakers = createBreakers({ clock })
  changes = 0
  breakers.onChange(() => changes++)
})

const silence = (...witnesses: unknown[]) => {
  for (const end of witnesses.map((witness) => breakers.ask('host', witness))) end('silent')
}

test('after three attempts without an answer it is left alone, then tried by one at a time', () => {
  silence('a', 'b')
  expect(breakers.restsUntil('host')).toBeUndefined()
  silence('c')
  expect(breakers.restsUntil('host')).toBe(clock.now() + 15 * SECOND)
  expect(breakers.open()).toEqual(['host'])
  for (const pause of [30, 60, 60]) {
    clock.set(breakers.restsUntil('host')!)
    expect(breakers.restsUntil('host')).toBeUndefined()
    const end = breakers.ask('host')
    expect(breakers.restsUntil('host')).toBe(Number.POSITIVE_INFINITY)
    end('silent')
    expect(breakers.restsUntil('host')).toBe(clock.now() + pause * SECOND)
  }
  clock.advance(60 * SECOND)
  breakers.ask('host')('answered')
  expect(breakers.restsUntil('host')).toBeUndefined()
  expect(breakers.open()).toEqual([])
  expect(changes).toBe(5)
})

test('a single witness proves nothing, however often it gets no answer', () => {
  silence('a', 'a', 'a', 'a')
  silence(undefined, undefined, undefined)
  expect(breakers.restsUntil('host')).toBeUndefined()
})

test('a host that answers others in the meantime is not considered silent', () => {
  const hanging = ['a', 'b', 'c', 'd'].map((witness) => breakers.ask('host', witness))
  breakers.ask('host', 'e')('answered')
  for (const end of hanging) end('silent')
  expect(breakers.restsUntil('host')).toBeUndefined()
  silence('a', 'b', 'c')
  expect(breakers.restsUntil('host')).toBeGreaterThan(clock.now())
})

test('an attempt that nobody waited for leaves the decision to the next one', () => {
  silence('a', 'b', 'c')
  clock.advance(15 * SECOND)
  breakers.ask('host')('unknown')
  expect(breakers.restsUntil('host')).toBeUndefined()
  expect(breakers.open()).toEqual(['host'])
})

test('hosts have nothing to do with each other, and a clock set back prolongs nothing', () => {
  silence('a', 'b', 'c')
  expect(breakers.restsUntil('other')).toBeUndefined()
  clock.advance(-3600 * SECOND)
  expect(breakers.restsUntil('host')).toBeUndefined()
})

test('old silence is forgotten', () => {
  silence('a', 'b')
  clock.advance(11 * 60 * SECOND)
  silence('c')
  expect(breakers.restsUntil('host')).toBeUndefined()
})

test('a gateway of our own stays known as silent until it answers, another host while somebody asks', () => {
  const gateways = createBreakers({ clock, forgets: false })
  for (const one of [breakers, gateways]) {
    for (const end of ['a', 'b', 'c'].map((witness) => one.ask('host', witness))) end('silent')
  }
  clock.advance(11 * 60 * SECOND)
  expect([breakers.open(), gateways.open()]).toEqual([[], ['host']])
  gateways.ask('host')('answered')
  expect(gateways.open()).toEqual([])
})
