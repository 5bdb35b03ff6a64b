import type { Watch, Watching } from '#domain/exchange/watch.ts'
import type { Deps } from '../../deps.ts'
import { requireController } from '../../hives/controllers/visible-controllers.ts'
import { isoTime } from '../../platform/db/stored-time.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { latestCodeEnd, WATCH_CODE } from './watch-code.ts'
import { selectWatchCode, selectWatchers, selectWatches } from './watch-queries.ts'

type Reading = Pick<Deps, 'database' | 'secrets' | 'clock'>
type Person = { firstname: string | null; lastname: string | null; company: string | null }

const nameOf = ({ firstname, lastname, company }: Person): string =>
  [firstname, lastname].filter(Boolean).join(' ') || company || ''

/** The watches of an account. */
export async function readWatches({ database, secrets }: Reading, account: SignedIn): Promise<Watch[]> {
  const rows = await selectWatches(database.db, account.accountId)
  return rows.map((row) => ({
    controllerId: row.controller_id,
    code: row.code_sealed === null ? null : (secrets.open(row.code_sealed, WATCH_CODE) ?? null),
    name: row.name,
    owner: nameOf(row),
    since: isoTime(row.created_at),
  }))
}

/** The open code of a transmitter and its watchers, for its owner. */
export async function readWatching(
  { database: { db }, secrets, clock }: Reading,
  account: SignedIn,
  controllerId: number,
): Promise<Watching> {
  await requireController(db, account, controllerId, 'write')
  const { watch_code_sealed: sealed, watch_code_ends_at: endsAt } = (await selectWatchCode(db, controllerId)) ?? {}
  const now = clock.now()
  const isOpen = sealed && endsAt && Number(endsAt) > now && Number(endsAt) <= latestCodeEnd(now)
  const watchCode = isOpen ? (secrets.open(sealed, WATCH_CODE) ?? null) : null
  const watchers = await selectWatchers(db, controllerId)
  return {
    controllerId,
    watchCode,
    watchCodeEnd: watchCode === null ? null : isoTime(Number(endsAt)),
    watchers: watchers.map((row) => ({
      accountId: row.account_id,
      name: nameOf(row),
      since: isoTime(row.created_at),
    })),
  }
}
