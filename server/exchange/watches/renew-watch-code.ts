import { createHash } from 'node:crypto'
import { WATCH_CODE_ALPHABET, WATCH_CODE_DAYS, WATCH_CODE_LENGTH } from '#domain/exchange/watch.ts'
import type { Deps } from '../../deps.ts'
import { requireController } from '../../hives/controllers/visible-controllers.ts'
import { recordAdministration } from '../../platform/audit/record-administration.ts'
import { isUniqueViolation } from '../../platform/db/lane.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import type { Ids } from '../../platform/runtime/ids.ts'
import { WATCH_CODE } from './watch-code.ts'
import { forgetEndedCode, updateWatchCode } from './watch-queries.ts'

const TRIES = 20

/** Creates a new code that admits watchers for a few days. The previous code stops working; existing watchers stay. */
export async function renewWatchCode(
  { database: { db }, clock, ids, secrets }: Pick<Deps, 'database' | 'clock' | 'ids' | 'secrets'>,
  account: SignedIn,
  controllerId: number,
): Promise<void> {
  const { access } = await requireController(db, account, controllerId, 'write')
  const now = clock.now()
  for (let tries = 1; ; tries++) {
    const code = makeWatchCode(ids)
    const hash = secrets.keyedHash(code, WATCH_CODE)
    await forgetEndedCode(db, hash, now)
    try {
      const endsAt = now + WATCH_CODE_DAYS * 86_400_000
      return await db.transaction().execute(async (within) => {
        await updateWatchCode(within, controllerId, { hash, sealed: secrets.seal(code, WATCH_CODE), endsAt })
        const change = {
          action: 'controller.renewWatchCode',
          subjectType: 'controller',
          subjectId: String(controllerId),
        }
        const states = { before: null, after: { watchCodeEnd: new Date(endsAt).toISOString() } }
        await recordAdministration({ database: { db: within }, clock }, { account, access }, { ...change, ...states })
      })
    } catch (error) {
      if (!isUniqueViolation(error) || tries === TRIES) throw error
    }
  }
}

/** A random code; never only digits, so that it cannot be mistaken for a transmitter's number in a path. */
function makeWatchCode(ids: Pick<Ids, 'token'>): string {
  for (;;) {
    const bytes = createHash('sha256').update(ids.token()).digest().subarray(0, WATCH_CODE_LENGTH)
    const code = [...bytes].map((byte) => WATCH_CODE_ALPHABET[byte & 31]).join('')
    if (/[A-Z]/.test(code)) return code
  }
}
