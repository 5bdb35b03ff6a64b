import type { ErrorCode } from '#domain/platform/error-code.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { createRateLimit } from '../../platform/http/limits/rate-limit.ts'

const WRONG_BY_ACCOUNT = 10
/** More than for one account: a mobile network puts many people behind one IP address. */
const WRONG_BY_ADDRESS = 30
const WITHIN_SECONDS = 3600

/** Runs a redemption for an account at an address, unless either used too many wrong keys within the hour: then 429. */
export type OrderKeyTries = <Result>(
  who: { accountId: number; address: string },
  redeem: () => Promise<Result>,
) => Promise<Result>

const wrongKey: ReadonlySet<ErrorCode> = new Set(['order_key_invalid', 'order_key_used_up', 'order_key_revoked'])

/** Each try is counted in advance, so that concurrent ones cannot slip through, and given back if the key was right. */
export function createOrderKeyTries(): OrderKeyTries {
  const byAccount = createRateLimit(WRONG_BY_ACCOUNT, WITHIN_SECONDS)
  const byAddress = createRateLimit(WRONG_BY_ADDRESS, WITHIN_SECONDS)
  return async ({ accountId, address }, redeem) => {
    const account = String(accountId)
    await byAccount.consume(account)
    await byAddress.consume(address).catch(async (error: unknown) => {
      await byAccount.giveBack(account)
      throw error
    })
    const giveBack = () => Promise.all([byAccount.giveBack(account), byAddress.giveBack(address)])
    try {
      const result = await redeem()
      await giveBack()
      return result
    } catch (error) {
      if (!(error instanceof AppError && wrongKey.has(error.code))) await giveBack()
      throw error
    }
  }
}
