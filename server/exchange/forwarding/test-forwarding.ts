import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { evenPause } from '../../platform/loops/even-pause.ts'
import type { ForwardingRow } from './forwarding-queries.ts'
import { updateAndGoOn, updateForwarding } from './forwarding-queries.ts'
import { readNewest } from './read-content.ts'
import { requireForwarding } from './require-forwarding.ts'
import { type SendDeps, sendForwarding } from './send-forwarding.ts'

/**
 * Sends the newest readings immediately as a test. It is not one of the messages that are due and does not affect them, except that a success
 * lets a failing forwarding resume. Returns the updated forwarding, with any error in it. Throws 404 `forwarding_not_found`, 409
 * `address_unconfirmed`, 409 `forwarding_empty` if there is no reading yet.
 */
export async function testForwarding(
  deps: SendDeps & Pick<Deps, 'database' | 'clock' | 'ids' | 'wakeForwardings'>,
  account: SignedIn,
  id: number,
): Promise<{ row: ForwardingRow; isSent: boolean }> {
  const { db } = deps.database
  const forwarding = await requireForwarding(db, account, id)
  if (forwarding.unconfirmed) throw new AppError(409, 'address_unconfirmed')
  const source = { controllerId: forwarding.controller_id, channel: forwarding.channel }
  const { isExample, content } = await readNewest(db, source, deps.clock.now())
  if (isExample) throw new AppError(409, 'forwarding_empty')
  const begun = performance.now()
  const result = await sendForwarding(deps, forwarding, content, { key: deps.ids.uuid(), isTest: true })
  if (result.outcome !== 'sent' && result.error === 'name_unknown') await evenPause(begun)
  const now = deps.clock.now()
  const isSent = result.outcome === 'sent'
  const again = { last_sent_at: now, failures: 0, failing: 0, last_error: null, last_error_detail: null } as const
  const row =
    result.outcome === 'sent'
      ? await updateAndGoOn(db, id, again, now)
      : await updateForwarding(db, id, {
          failing: 1,
          last_error: result.error,
          last_error_detail: result.detail ?? null,
        })
  if (!row) throw new AppError(404, 'forwarding_not_found')
  if (isSent) deps.wakeForwardings()
  return { row, isSent }
}
