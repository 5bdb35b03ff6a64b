import { hash } from 'node:crypto'
import { WATCH_CODE_ALPHABET, WATCH_CODE_DAYS, WATCH_CODE_LENGTH } from '#domain/exchange/watch.ts'
import type { Deps } from '../../deps.ts'
import { requireController } from '../../hives/controllers/visible-controllers.ts'
import { recordAdministration } from '../../platform/audit/record-administration.ts'
import { isUniqueViolation } from '../../platform/db/lane.ts'
import { markRecorded } from '../../platform/http/current-request.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { tokenOfRequest } from '../../platform/runtime/token-of-request.ts'
import { WATCH_CODE } from './watch-code.ts'
import { forgetEndedCode, selectWatchCode, updateWatchCode } from './watch-queries.ts'

const TRIES = 20

/**
 * Creates a new code that admits watchers for a few days. The previous code stops working; existing watchers stay. The same request again, such as a
 * second tap, gets the same code: the first one would not work.
 */
export async function renewWatchCode(
  { database: { db }, clock, ids, secrets }: Pick<Deps, 'database' | 'clock' | 'ids' | 'secrets'>,
  account: SignedIn,
  controllerId: number,
  requestId: string | undefined,
): Promise<void> {
  const { access } = await requireController(db, account, controllerId, 'write')
  const now = clock.now()
  for (let tries = 1; ; tries++) {
    const token =
      requestId === undefined
        ? ids.token()
        : tokenOfRequest(secrets, WATCH_CODE, account.accountId, `${controllerId} ${requestId} ${tries}`)
    const code = watchCodeFrom(token)
    const codeHash = secrets.keyedHash(code, WATCH_CODE)
    await forgetEndedCode(db, codeHash, now)
    try {
      const endsAt = now + WATCH_CODE_DAYS * 86_400_000
      return await db.transaction().execute(async (within) => {
        const current = await selectWatchCode(within, controllerId)
        if (current?.watch_code_hash === codeHash) return markRecorded()
        await updateWatchCode(within, controllerId, { hash: codeHash, sealed: secrets.seal(code, WATCH_CODE), endsAt })
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

/** The code of a random token; never only digits, so that it cannot be mistaken for a transmitter's number in a path. */
function watchCodeFrom(token: string): string {
  for (let digest = hash('sha256', token, 'buffer'); ; digest = hash('sha256', digest, 'buffer')) {
    const code = [...digest.subarray(0, WATCH_CODE_LENGTH)].map((byte) => WATCH_CODE_ALPHABET[byte & 31]).join('')
    if (/[A-Z]/.test(code)) return code
  }
}
