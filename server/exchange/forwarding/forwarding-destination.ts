import type { Deps } from '../../deps.ts'
import type { Destination } from '../../platform/loops/sharing.ts'
import type { DueForwarding } from './forwarding-run-queries.ts'

/** Where it goes; an address that cannot be read is a place of its own: sending says what is wrong with it. */
export function hostOf({ id, target, address }: Pick<DueForwarding, 'id' | 'target' | 'address'>): string {
  if (target === 'capaz') return 'gateway'
  return URL.canParse(address) ? `${target} ${new URL(address).host}` : `forwarding ${id}`
}

/**
 * What one account's addresses show of a host is not held against others who forward there; and what was silent before
 * says nothing new. Mails go through the one server of ours.
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
