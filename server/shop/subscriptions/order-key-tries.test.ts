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
