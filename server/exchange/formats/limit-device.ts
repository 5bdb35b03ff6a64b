import type { Context, MiddlewareHandler } from 'hono'
import { BODY_MAXIMUM_BYTES } from '#domain/hives/reading.ts'
import { admitKey, bearerOf } from '../../hives/readings/key-budgets/admit-key.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { clientAddress } from '../../platform/http/connections/client-connection.ts'
import type { Env } from '../../platform/http/env.ts'
import { limitBody } from '../../platform/http/limits/limit-body.ts'
import type { FormatDeps } from './admit-sender.ts'

type Limiting = Pick<FormatDeps, 'database' | 'ingest' | 'keyBudgets' | 'refusals' | 'config'>

/** Where the formats put the key outside the body: what is in a body that is too large, nobody reads. */
const keyBesideBody = (c: Context): string | undefined =>
  bearerOf(c.req.header('authorization')) ?? c.req.query('key') ?? c.req.query('api_key')

const refuse = (): Response => {
  throw new AppError(413, 'body_too_large')
}

/**
 * Refuses the bodies of devices that are too large, and notes that for the owner of the key. Throws 413 `body_too_large`, or answers what
 * `answer` returns.
 */
export function limitDevice(
  deps: Limiting,
  {
    keyOf = keyBesideBody,
    answer = refuse,
  }: { keyOf?: (c: Context) => string | undefined; answer?: (c: Context) => Response } = {},
): MiddlewareHandler<Env> {
  return limitBody(BODY_MAXIMUM_BYTES, async (c) => {
    const address = () => clientAddress(c, deps.config)
    // its length may not have been announced, but is known to be more by now
    const caller = { address, bytes: BODY_MAXIMUM_BYTES + 1, path: c.req.path }
    // it always throws; what is wrong with the key besides changes nothing, as some formats have theirs in the body
    await admitKey(deps, keyOf(c), caller).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
    })
    return answer(c)
  })
}
