import { HOUR_SECONDS } from '#domain/platform/durations.ts'
import { createPlaceLimit } from '../../../platform/http/limits/place-limit.ts'
import { createRateLimit, hasRoom } from '../../../platform/http/limits/rate-limit.ts'
import { forgetOldest } from '../../../platform/runtime/forget-oldest.ts'

const REQUESTS_A_PLACE = 30
const REQUESTS_AN_ASKER = 5
/** Whoever can sign in, as with an address that is not their own, can make any number of devices known. */
const REQUESTS_ALL_DEVICES = 10
const MAILS_AT_ONCE = 5
/** Shorter than the life of a link: whoever requests one finds a valid one in the mailbox, however many others request one too. */
const MAIL_EVERY_MS = 20 * 60_000
const ACCOUNTS_MAXIMUM = 100_000

export type ResetLimits = {
  /**
   * Whether a mail is sent for this request. Callers are told if they ask too often (429), but nobody is told that others asked for
   * the same account. `place`: see `countedAddress`, `device`: see `trustedDevice`.
   */
  ask(email: string, place: string | undefined, device: string | undefined): Promise<boolean>
}

/** `now`: monotonic milliseconds. */
export function createResetLimits({ now = () => performance.now() } = {}): ResetLimits {
  const places = createPlaceLimit(REQUESTS_A_PLACE, HOUR_SECONDS, { now })
  const askers = createRateLimit(REQUESTS_AN_ASKER, HOUR_SECONDS, { now })
  const devices = createRateLimit(REQUESTS_ALL_DEVICES, HOUR_SECONDS, { now })
  /** By address: the time at which all mails sent to it are used up, at one per `MAIL_EVERY_MS`. */
  const paidAt = new Map<string, number>()

  function mayWriteTo(email: string): boolean {
    const paid = Math.max(paidAt.get(email) ?? 0, now())
    if (paid - now() > (MAILS_AT_ONCE - 1) * MAIL_EVERY_MS) return false
    paidAt.delete(email)
    forgetOldest(paidAt, ACCOUNTS_MAXIMUM)
    paidAt.set(email, paid + MAIL_EVERY_MS)
    return true
  }

  return {
    async ask(email, place, device) {
      if (device) {
        await askers.consume(`${email} ${device}`)
        return (await hasRoom(devices, email)) || mayWriteTo(email)
      }
      await places.consume(place)
      if (place) await askers.consume(`${email} ${place}`)
      return mayWriteTo(email)
    },
  }
}
