import type { Context } from 'hono'
import type { Config } from '../config/config.ts'
import { isHttps, requestHost } from './connections/client-connection.ts'
import { looks } from './variant.ts'

type Hosts = Pick<Config, 'publicUrl' | 'variantHosts'>

/** Where somebody uses this installation. `origin`: the start of links, undefined if unknown; `name`: of the variant there. */
export type Site = { origin: string | undefined; name: string }

/**
 * The address of this installation as the caller knows it: the request's host if that is the public one or a
 * variant's, otherwise the public one. The request's host is only trusted if neither is configured.
 */
export function siteAddress(c: Context, config: Config): URL {
  const { origin } = siteOf(config, knownHost(c, config))
  return new URL(origin ?? `${isHttps(c, config) ? 'https' : 'http'}://${requestHost(c, config)}`)
}

/** The request's host, if it is in the settings. Only such a host may be stored: any other is whatever the caller wrote. */
export function knownHost(c: Context, config: Config): string | undefined {
  const asked = requestHost(c, config).toLowerCase()
  const { publicUrl, variantHosts } = config
  if (publicUrl !== undefined && new URL(publicUrl).host === asked) return asked
  return [asked, asked.replace(/:\d+$/, '')].find((host) => variantHosts.has(host))
}

/** The name of a file for an account, starting with the name of the variant it uses. */
export const fileName = (config: Hosts, { siteHost }: { siteHost?: string | null }, rest: string): string =>
  `${siteOf(config, siteHost).name.toLowerCase()}-${rest}`

/** The site of a stored host; the public one if there is none, or if it is no longer in the settings. */
export function siteOf({ publicUrl, variantHosts }: Hosts, host: string | null | undefined): Site {
  const known = publicUrl === undefined ? undefined : new URL(publicUrl)
  const kept = host && variantHosts.has(host) ? host : undefined
  const variant = variantHosts.get(kept ?? known?.host ?? '') ?? variantHosts.get(known?.hostname ?? '')
  const origin =
    known && kept && `${known.protocol}//${/:\d+$/.test(kept) || !known.port ? kept : `${kept}:${known.port}`}`
  return { origin: origin || publicUrl, name: looks[variant ?? 'hivewatch'].name }
}
