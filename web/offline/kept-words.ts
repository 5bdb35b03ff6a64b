import type { IntlShape } from '../i18n/create-intl.ts'
import type { Queued } from './outbox.ts'

/** What is said of changes of which some wait on this device, and for what; undefined where all were sent. */
export function keptWords(intl: IntlShape, ...queued: readonly (Queued | undefined)[]): string | undefined {
  const waiting = queued.flatMap((one) => (one?.status === 'pending' ? one : []))
  const fails = waiting.some((one) => one.fails)
  return waiting.length > 0 ? intl.formatMessage({ id: 'offline.kept' }, { fails }) : undefined
}
