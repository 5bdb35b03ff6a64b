import type { SetAsideOutcome } from '#domain/operations/set-aside.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { recordSetAside } from './record-set-aside.ts'
import { requireSetAside } from './require-set-aside.ts'
import { selectAttempts } from './set-aside-queries.ts'

type Trying = Pick<Deps, 'database' | 'clock' | 'ingest' | 'setAside'>
type Tried = { id: number; attempts: number }

/** Retries one thing that is set aside. Throws 404 `set_aside_not_found`. */
export async function trySetAside(deps: Trying, account: SignedIn, id: number): Promise<SetAsideOutcome> {
  const row = await requireSetAside(deps.database, id)
  if (!(await deps.database.write('trySetAside', { id, nowMs: deps.clock.now() }))) {
    throw new AppError(404, 'set_aside_not_found')
  }
  await recordSetAside(deps, account, 'setAside.retry', row)
  return (await outcomesOf(deps, [row])).get(id)!
}

/** The outcome for each retried row, as far as it is known within a second; the trouble ends with the last of them. */
export async function outcomesOf(
  { database, ingest, setAside }: Trying,
  tried: readonly Tried[],
): Promise<Map<number, SetAsideOutcome>> {
  ingest.wake()
  await ingest.settled('briefly')
  const now = await selectAttempts(
    database.db,
    tried.map(({ id }) => id),
  )
  const attempts = new Map(now.map((row) => [row.id, row.attempts]))
  const outcomes = new Map(
    tried.map((before): [number, SetAsideOutcome] => {
      const after = attempts.get(before.id)
      return [before.id, after === undefined ? 'gone' : after > before.attempts ? 'stays' : 'underWay']
    }),
  )
  await setAside.report()
  if ([...outcomes.values()].includes('underWay')) void ingest.settled().then(setAside.report)
  return outcomes
}
