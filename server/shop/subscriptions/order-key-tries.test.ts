import { expect, it } from 'vitest'
import { AppError } from '../../platform/http/app-error.ts'
import { createOrderKeyTries } from './order-key-tries.ts'

it('does not count a try against an account whose address has to wait', async () => {
  const tries = createOrderKeyTries()
  const guess = (accountId: number, address: string) =>
    tries({ accountId, address }, async () => {
      throw new AppError(400, 'order_key_invalid')
    })
  for (let accountId = 1; accountId <= 30; accountId++) {
    await expect(guess(accountId, 'here')).rejects.toThrow('order_key_invalid')
  }
  for (let n = 0; n < 10; n++) await expect(guess(31, 'here')).rejects.toThrow('too_many_requests')
  await expect(guess(31, 'elsewhere')).rejects.toThrow('order_key_invalid')
})

it.each([
  ['order_key_invalid', true],
  ['order_key_used_up', true],
  ['order_key_revoked', true],
  ['order_key_just_used', false],
  ['subscription_endless', false],
] as const)('%s counts as a wrong key: %s', async (code, counts) => {
  const tries = createOrderKeyTries()
  const guess = () =>
    tries({ accountId: 1, address: 'here' }, async () => {
      throw new AppError(409, code)
    })
  for (let n = 0; n < 10; n++) await expect(guess()).rejects.toThrow(code)
  await expect(guess()).rejects.toThrow(counts ? 'too_many_requests' : code)
})
