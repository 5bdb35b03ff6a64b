import type { Context } from 'hono'
import type { Config } from '../../../platform/config/config.ts'
import { siteAddress } from '../../../platform/http/site-address.ts'
import { looks, variantOf } from '../../../platform/http/variant.ts'

/** Where passkeys are good for: the host's name is their "relying party". */
export type PasskeySite = { rpId: string; origin: string; name: string }

/** The site of a request (see `siteAddress`). A browser signs the real origin, so that a wrong one opens nothing. */
export function passkeySite(c: Context, config: Config): PasskeySite {
  const { hostname, origin } = siteAddress(c, config)
  return { rpId: hostname, origin, name: looks[variantOf(c, config)].name }
}
