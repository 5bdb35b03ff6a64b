import { expect, it } from 'vitest'
import { createResetLimits } from './reset-limits.ts'

const MINUTE = 60_000

it('always leaves a link in the mailbox that is valid for an hour', async () => {
  let now = 0
  const limits = createResetLimits({ now: () => now })
  const sentAt: number[] = []
  for (let asked = 0; asked < 24 * 60; asked++) {
    now = asked * MINUTE
    if (await limits.ask('anna@example.org', `198.51.${asked % 250}.${asked % 100}`, undefined)) sentAt.push(now)
    expect(now - sentAt.at(-1)!).toBeLessThan(60 * MINUTE)
  }
  expect(sentAt.length).toBeLessThan(80)
})

it('counts each account separately, and each device of an owner', async () => {
  const limits = createResetLimits({ now: () => 0 })
  for (let i = 0; i < 9; i++) await limits.ask('anna@example.org', `198.51.100.${i}`, undefined)
  expect(await limits.ask('anna@example.org', '203.0.113.1', undefined)).toBe(false)
  expect(await limits.ask('berta@example.org', '203.0.113.1', undefined)).toBe(true)
  expect(await limits.ask('anna@example.org', '203.0.113.1', 'phone')).toBe(true)
})

it('does not flood a mailbox from devices that somebody made known by the dozen', async () => {
  const limits = createResetLimits({ now: () => 0 })
  const sent = []
  for (let i = 0; i < 40; i++) sent.push(await limits.ask('anna@example.org', undefined, `device ${i}`))
  expect(sent.filter(Boolean)).toHaveLength(15)
})
