import { withOriginsAlone } from '#domain/platform/audit.ts'
import type { SignedIn } from '../../platform/http/env.ts'

/**
 * An account's address as the caller may read it: administrators acting as a user see only the origin of a web address, as the
 * rest, such as an ntfy topic or a webhook path, may be all it takes to send or listen there.
 */
export const shownAddress = ({ actor }: Pick<SignedIn, 'actor'>, address: string): string =>
  actor && /^https?:/i.test(address) ? `${withOriginsAlone(address)}/•••` : address
