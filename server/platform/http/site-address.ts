import type { Context } from 'hono'
import type { Config } from '../config/config.ts'
import { isHttps, requestHost } from './client-connection.ts'

/**
 * The address of this installation as the caller knows it: the host of the request if that is the public one or one of the
 * variants', else the public one. Only where none of these is set the request's host is believed.
 */
export function siteAddress(c: Context, config: Config): URL {
  const asked = new URL(`${isHttps(c, config) ? 'https' : 'http'}://${requestHost(c, config)}`)
  if (!config.publicUrl) return asked
  const known = new URL(config.publicUrl)
  return asked.host === known.host || isVariant(config, asked) ? asked : known
}

const isVariant = ({ variantHosts }: Config, { host, hostname }: URL) =>
  variantHosts.has(host) || variantHosts.has(hostname)
