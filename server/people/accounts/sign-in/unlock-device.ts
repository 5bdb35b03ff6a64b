import { hash } from 'node:crypto'
import * as v from 'valibot'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/http/app-error.ts'

export const UNLOCK_DAYS = 7
const PURPOSE = 'unlock a device'

const Unlocking = v.pipe(v.string(), v.parseJson(), v.object({ email: v.string(), until: v.number() }))

/** The content of a link that lets an account's owner, for a week, try the password on a device that never signed in before. */
export const sealUnlocking = ({ secrets, clock }: Pick<Deps, 'secrets' | 'clock'>, email: string): string =>
  secrets.seal(JSON.stringify({ email, until: clock.now() + UNLOCK_DAYS * 24 * 3600_000 }), PURPOSE)

/**
 * The account a link belongs to. `id` is the same each time, so using the link again gives no more attempts. Throws 404
 * `unlock_invalid` if it is wrong or too old.
 */
export function openUnlocking(
  { secrets, clock }: Pick<Deps, 'secrets' | 'clock'>,
  token: string,
): { email: string; id: string } {
  const opened = secrets.open(token, PURPOSE) ?? ''
  const parsed = v.safeParse(Unlocking, opened)
  if (!parsed.success || parsed.output.until <= clock.now()) throw new AppError(404, 'unlock_invalid')
  // hashes the content, not the token's characters: the last of those may differ without changing the content
  return { email: parsed.output.email, id: hash('sha256', opened, 'base64url').slice(0, 22) }
}
