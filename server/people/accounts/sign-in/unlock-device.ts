import { hash } from 'node:crypto'
import * as v from 'valibot'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/http/app-error.ts'

export const UNLOCK_DAYS = 7
const PURPOSE = 'unlock a device'

const Unlocking = v.pipe(v.string(), v.parseJson(), v.object({ email: v.string(), until: v.number() }))

/** What a link carries that lets its owner try the password on a device which never signed in before, for a week. */
export const sealUnlocking = ({ secrets, clock }: Pick<Deps, 'secrets' | 'clock'>, email: string): string =>
  secrets.seal(JSON.stringify({ email, until: clock.now() + UNLOCK_DAYS * 24 * 3600_000 }), PURPOSE)

/**
 * Whose link it is. `id` is the same each time: the link used again and again gives no more tries. Throws 404
 * `unlock_invalid` where it is wrong or too old.
 */
export function openUnlocking(
  { secrets, clock }: Pick<Deps, 'secrets' | 'clock'>,
  token: string,
): { email: string; id: string } {
  const opened = secrets.open(token, PURPOSE) ?? ''
  const parsed = v.safeParse(Unlocking, opened)
  if (!parsed.success || parsed.output.until <= clock.now()) throw new AppError(404, 'unlock_invalid')
  // of what it says, not of its letters: the last ones may differ without changing that
  return { email: parsed.output.email, id: hash('sha256', opened, 'base64url').slice(0, 22) }
}
