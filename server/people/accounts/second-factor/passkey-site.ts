import type { Context } from 'hono'
import type { Config } from '../../../platform/config/config.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { siteAddress } from '../../../platform/http/site-address.ts'
import { looks, variantOf } from '../../../platform/http/variant.ts'

/** Where passkeys are valid: the host name is their "relying party". */
export type PasskeySite = { rpId: string; origin: string; name: string }

/**
 * The site of a request (see `siteAddress`). Browsers sign the real origin, so a wrong one opens nothing. Throws 400
 * `passkey_other_address` for an address that the settings do not name, where a browser would fail without a helpful message.
 */
export function passkeySite(c: Context, config: Config): PasskeySite {
  const { hostname, origin } = siteAddress(c, config)
  const from = c.req.header('origin')
  if (config.publicUrl !== undefined && from !== undefined && from !== origin) {
    throw new AppError(400, 'passkey_other_address', { values: { address: origin } })
  }
  return { rpId: hostname, origin, name: looks[variantOf(c, config)].name }
}
