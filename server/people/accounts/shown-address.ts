import { withOriginsAlone } from '#domain/platform/audit.ts'
import type { SignedIn } from '../../platform/http/env.ts'

/**
 * An address of an account as whoever asks may read it: to who acts in somebody's name a web address says where it leads alone, as the
 * rest, such as the topic of ntfy or the path of a webhook, may be all that it takes to send or to listen there.
 */
export const shownAddress = ({ actor }: Pick<SignedIn, 'actor'>, address: string): string =>
  actor && /^https?:/i.test(address) ? `${withOriginsAlone(address)}/•••` : address
