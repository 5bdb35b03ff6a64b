import type { Kysely } from 'kysely'
import { requireController } from '../../hives/controllers/visible-controllers.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import type { Tables } from '../../store/tables.ts'
import { type ForwardingRow, selectForwarding } from './forwarding-queries.ts'

/** Only the owner decides where readings go. Throws 404 `controller_not_found`, 403 for watchers, managers and administrators. */
export async function requireOwnController(db: Kysely<Tables>, account: SignedIn, id: number): Promise<void> {
  const { access } = await requireController(db, account, id, 'read')
  if (access !== 'own') throw new AppError(403, 'forbidden')
}

/** A forwarding of this account. Throws 404 `forwarding_not_found`. */
export async function requireForwarding(db: Kysely<Tables>, account: SignedIn, id: number): Promise<ForwardingRow> {
  const row = await selectForwarding(db, account.accountId, id)
  if (!row) throw new AppError(404, 'forwarding_not_found')
  return row
}
