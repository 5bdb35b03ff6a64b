import { type Forwarding, type ForwardingError, forwardingErrors } from '#domain/exchange/forwarding.ts'
import type { Locale } from '#domain/platform/locale.ts'
import { shownAddress } from '../../people/accounts/shown-address.ts'
import { isoTime, isoTimeOrNull } from '../../platform/db/stored-time.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import type { CodeMailFault } from '../../platform/mails/read-code-mails.ts'
import { translate } from '../../platform/runtime/translate.ts'
import type { ForwardingRow } from './forwarding-queries.ts'
import { maskAddress } from './read-address.ts'

/**
 * A forwarding as shown to its owner or to someone acting in their name: its last error in the language of the response, its password masked.
 * `codeFault`: why its code could not be mailed.
 */
export const toForwarding = (
  reader: Pick<SignedIn, 'actor'>,
  row: ForwardingRow,
  locale: Locale,
  codeFault?: CodeMailFault,
): Forwarding => ({
  id: row.id,
  controllerId: row.controller_id,
  channel: row.channel,
  target: row.target,
  address: shownAddress(reader, maskAddress(row.address, row.sealed_password !== null)),
  title: row.title,
  template: row.template,
  status: statusOf(row),
  lastSentAt: isoTimeOrNull(row.last_sent_at),
  nextDueAt: row.unconfirmed || row.paused || row.waiting ? null : isoTime(row.due_at),
  lastError:
    row.unconfirmed && codeFault
      ? translate(locale, `forwarding.error.${codeFault.refused ? 'mail_refused' : 'mail_failed'}`)
      : row.last_error && errorText(row.last_error, row.last_error_detail ?? '', locale),
  failures: row.failures,
})

/** A damaged one is shown as our own error: one row must not hide the others of its list. */
function errorText(stored: ForwardingError, detail: string, locale: Locale): string {
  const error = forwardingErrors.includes(stored) ? stored : 'internal'
  return translate(locale, `forwarding.error.${error}`, { detail })
}

function statusOf(row: ForwardingRow): Forwarding['status'] {
  if (row.unconfirmed) return 'unconfirmed'
  if (row.paused) return 'paused'
  return row.failing ? 'failing' : 'active'
}
