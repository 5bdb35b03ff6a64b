import type { Context } from 'hono'
import type { Config } from '../config.ts'
import { isHttps } from '../http/client-connection.ts'
import { looks, variantOf } from '../http/variant.ts'

/** Where passkeys are good for: the host's name is their "relying party". */
export type PasskeySite = { rpId: string; origin: string; name: string }

/**
 * The site of a request: its own host if that is the public one or one of the variants', else the public one. Only where
 * none of these is set the request's host is believed; a browser signs the real origin, so a wrong one opens nothing.
 */
export function passkeySite(c: Context, config: Config): PasskeySite {
  const forwarded = config.trustProxy ? c.req.header('x-forwarded-host')?.split(',')[0]?.trim() : undefined
  const host = forwarded || c.req.header('host') || new URL(c.req.url).host
  const asked = new URL(`${isHttps(c, config) ? 'https' : 'http'}://${host}`)
  const known = config.publicUrl ? new URL(config.publicUrl) : undefined
  const isOurs = !known || asked.host === known.host || isVariant(config, asked)
  const site = isOurs ? asked : known
  return { rpId: site.hostname, origin: site.origin, name: looks[variantOf(c, config)].name }
}

const isVariant = ({ variantHosts }: Config, { host, hostname }: URL) =>
  variantHosts.has(host) || variantHosts.has(hostname)
