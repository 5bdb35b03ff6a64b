import { createHash } from 'node:crypto'
import { BEEKEEPER, emptyProfile } from '#domain/people/newcomer.ts'
import { DEFAULT_LOCALE } from '#domain/platform/locale.ts'
import type { Deps } from '../../../deps.ts'
import { ConfigError } from '../../../platform/config/config.ts'
import { administratorExists, insertAccount, selectAccountByEmail, updateAccount } from '../account-queries.ts'
import { deleteApiTokensOf } from '../api-tokens/api-token-queries.ts'
import { isCommonPassword } from '../common-passwords/common-passwords.ts'
import { deleteResetsOf } from '../password-reset-queries.ts'
import { silenceDevices } from '../ringing-queries.ts'
import { deletePasskeysOf } from '../second-factor/passkey-queries.ts'
import { deleteCodes } from '../second-factor/second-factor-queries.ts'
import { endSessionsOf } from '../sessions/session-queries.ts'

/**
 * If there is no administrator, makes the account named in the configuration one, creating it if necessary. Whoever registered that
 * address before loses it: the password is replaced, and sessions, devices that ring, passkeys, one-time codes, script tokens and links for new passwords end.
 */
export async function createFirstAdministrator({
  database: { db },
  clock,
  config,
  passwords,
}: Pick<Deps, 'database' | 'clock' | 'config' | 'passwords'>): Promise<void> {
  if (!config.admin || (await administratorExists(db))) return
  const email = config.admin.email.trim().toLowerCase()
  const sent = createHash('sha256').update(config.admin.password).digest('hex')
  if (isCommonPassword(sent))
    throw new ConfigError('ADMIN_PASSWORD is one of the most common passwords; choose another one')
  const password_hash = await passwords.hash(sent)
  await db.transaction().execute(async (within) => {
    const known = await selectAccountByEmail(within, email)
    if (known) {
      await silenceDevices(within, known.id)
      await endSessionsOf(within, known.id)
      await deletePasskeysOf(within, known.id)
      await deleteCodes(within, known.id)
      await deleteApiTokensOf(within, known.id)
      await deleteResetsOf(within, known.id)
      return updateAccount(within, known.id, { admin: 1, active: 1, password_hash })
    }
    await insertAccount(within, {
      ...emptyProfile,
      email,
      password_hash,
      admin: 1,
      language: DEFAULT_LOCALE,
      role: BEEKEEPER,
      affiliation_id: null,
      created_at: clock.now(),
    })
  })
}
