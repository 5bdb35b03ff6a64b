import { timingSafeEqual } from 'node:crypto'
import { CODE_MINUTES } from '#domain/alerts/notification.ts'
import type { Deps } from '../../deps.ts'
import { hashToken } from '../../platform/runtime/ids.ts'
import { keepCode, putCodeBack } from './code-queries.ts'

/** The hash a code is stored as; it includes the channel the code belongs to. */
const hashCode = (notificationId: number, code: string): string => hashToken(`${notificationId}:${code}`)

/**
 * Makes a new code for a number waiting to be confirmed; the previous code becomes invalid, until `takeBack` is called because the new one could
 * not be sent.
 */
export async function makeCode(
  { database, clock, ids }: Pick<Deps, 'database' | 'clock' | 'ids'>,
  notificationId: number,
): Promise<{ code: string; takeBack: () => Promise<void> }> {
  const code = ids.pin()
  const codeHash = hashCode(notificationId, code)
  const replaced = await keepCode(database.db, notificationId, {
    code_hash: codeHash,
    code_expires_at: clock.now() + CODE_MINUTES * 60_000,
    code_tries: 0,
  })
  return {
    code,
    async takeBack() {
      if (replaced) await putCodeBack(database.db, notificationId, { replaced, by: codeHash })
    },
  }
}

export function isCode(notificationId: number, code: string, codeHash: string | null): boolean {
  return codeHash !== null && timingSafeEqual(Buffer.from(hashCode(notificationId, code)), Buffer.from(codeHash))
}
