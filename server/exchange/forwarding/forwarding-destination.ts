import type { Deps } from '../../deps.ts'
import type { Destination } from '../../platform/loops/sharing.ts'
import type { DueForwarding } from './forwarding-run-queries.ts'

/** The host that a forwarding sends to. An unreadable address counts as a host of its own: sending reports what is wrong with it. */
export function hostOf({ id, target, address }: Pick<DueForwarding, 'id' | 'target' | 'address'>): string {
  if (target === 'capaz') return 'gateway'
  return URL.canParse(address) ? `${target} ${new URL(address).host}` : `forwarding ${id}`
}

/**
 * The destinations whose breakers apply. Failures seen by one account do not block others who forward to the same host, and a forwarding that
 * has failed before is not counted as new evidence. All mail goes through our one mail server.
 */
export function destinationsOf(breakers: Deps['breakers'], due: DueForwarding): Destination[] {
  const host = hostOf(due)
  if (due.target === 'capaz') return [{ breakers: breakers.email, place: host, witness: Symbol('a try') }]
  const isNew = due.failures === 0
  return [
    { breakers: breakers.forwarding, place: host, ...(isNew ? { witness: due.account_id } : {}) },
    { breakers: breakers.forwarding, place: `${host} of ${due.account_id}`, ...(isNew ? { witness: due.id } : {}) },
  ]
}
