import type { Kysely } from 'kysely'
import { swissYear, swissYearBegin } from '#domain/shop/swiss-period.ts'
import type { Tables } from '../../store/tables.ts'
import { countRunning, selectExtraDaysSince } from './order-key-queries.ts'

/** The number of running subscriptions that decides an owner's quantity discount, as `extraDays` takes it; `besides`: the transmitter being renewed. */
export async function runningSubscriptions(
  db: Kysely<Tables>,
  { accountId, besides, now }: { accountId: number; besides: number | null; now: number },
): Promise<{ others: number; grantedThisYear: number }> {
  const [others, grantedThisYear] = await Promise.all([
    countRunning(db, { ownerId: accountId, besides, now }),
    selectExtraDaysSince(db, accountId, swissYearBegin(swissYear(now))),
  ])
  return { others, grantedThisYear }
}
