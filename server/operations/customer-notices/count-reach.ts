import type { NoticeAudience, NoticeReach } from '#domain/operations/customer-notice.ts'
import type { Deps } from '../../deps.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { countChannels, countPeople } from './customer-notice-queries.ts'
import { requireAudience } from './require-audience.ts'

/** How many people a message would reach. Throws like `requireAudience`. */
export async function countReach(
  deps: Pick<Deps, 'database'>,
  account: SignedIn,
  wanted: NoticeAudience,
): Promise<NoticeReach> {
  const { db } = deps.database
  const audience = await requireAudience(deps, account, wanted)
  const [channels, people] = await Promise.all([
    countChannels(db, audience, audience.notificationTypes),
    countPeople(db, audience, audience.notificationTypes),
  ])
  return {
    push: channels.get('push') ?? 0,
    email: channels.get('email') ?? 0,
    sms: channels.get('sms') ?? 0,
    people: people.reached,
    unreached: people.all - people.reached,
  }
}
