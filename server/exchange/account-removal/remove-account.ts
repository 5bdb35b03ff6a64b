import type { Deps } from '../../deps.ts'
import { removeImportFiles } from '../../hives/imports/remove-import-files.ts'
import { removeExportFiles } from '../../insight/exports/remove-export-files.ts'
import type { PasswordProof } from '../../people/accounts/passwords/prove-password.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'

/** Deletes the caller's own account with everything that belongs to it. Throws 400 `current_password_wrong`, 409 `last_administrator`. */
export async function removeAccount(
  deps: Pick<Deps, 'database' | 'clock' | 'config' | 'events' | 'mailer' | 'wakeMails' | 'wakeReadingRemoval'>,
  prove: PasswordProof,
  account: SignedIn,
  password: string,
): Promise<void> {
  await prove(account, password)
  const removal = await deps.database.write('removeAccount', {
    accountId: account.accountId,
    nowMs: deps.clock.now(),
    excludedAdminEmail: deps.config.excludedAdminEmail,
    mailIsAvailable: deps.mailer.available,
  })
  if (removal === 'last_administrator') throw new AppError(409, 'last_administrator')
  if (removal === 'unknown') throw new AppError(401, 'not_signed_in')
  deps.wakeReadingRemoval()
  deps.wakeMails()
  // they disappear from the open screens of those who watched them
  for (const controllerId of removal.controllerIds) {
    deps.events.publish({ type: 'controller', controllerId, scaleIds: [] })
  }
  // a file that cannot be removed now is removed by the sweeps
  await Promise.allSettled([
    removeImportFiles(deps.config, removal.importIds),
    removeExportFiles(deps.config, removal.exportIds),
  ])
}
