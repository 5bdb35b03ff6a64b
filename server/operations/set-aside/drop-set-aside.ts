import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { recordSetAside } from './record-set-aside.ts'
import { requireSetAside } from './require-set-aside.ts'

/** Deletes something that is set aside, for good. Throws 404 `set_aside_not_found`. */
export async function dropSetAside(
  deps: Pick<Deps, 'database' | 'clock' | 'setAside'>,
  account: SignedIn,
  id: number,
): Promise<void> {
  const row = await requireSetAside(deps.database, id)
  if (!(await deps.database.write('dropSetAside', { id }))) throw new AppError(404, 'set_aside_not_found')
  await recordSetAside(deps, account, 'setAside.drop', row)
  await deps.setAside.report()
}
