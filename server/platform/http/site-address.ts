import type { Context } from 'hono'
import type { Config } from '../config/config.ts'
import { isHttps, requestHost } from './connections/client-connection.ts'
import { looks } from './variant.ts'

type Hosts = Pick<Config, 'publicUrl' | 'variantHosts'>

/** Where somebody uses this installation. `origin`: what links begin with, undefined where none is known; `name`: of the variant there. */
export type Site = { origin: string | undefined; name: string }

/**
 * The address of this installation as the caller knows it: the host of the request if that is the public one or one of the
 * variants', else the public one. Only where none of these is set the request's host is believed.
 */
export function siteAddress(c: Context, config: Config): URL {
  const { origin } = siteOf(config, knownHost(c, config))
  return new URL(origin ?? `${isHttps(c, config) ? 'https' : 'http'}://${requestHost(c, config)}`)
}

/** The host of a request where the settings name it. Only such a one may be kept: any other is whatever the caller wrote. */
export function knownHost(c: Context, config: Config): string | undefined {
  const asked = requestHost(c, config).toLowerCase()
  const { publicUrl, variantHosts } = config
  if (publicUrl !== undefined && new URL(publicUrl).host === asked) return asked
  return [asked, asked.replace(/:\d+$/, '')].find((host) => variantHosts.has(host))
}

/** How files for an account begin: with the name of the variant that it uses. */
export const fileName = (config: Hosts, { siteHost }: { siteHost?: string | null }, rest: string): string =>
  `${siteOf(config, siteHost).name.toLowerCase()}-${rest}`

/** The site of a host that was kept; the public one where the settings name it no more, or none was kept. */
export function siteOf({ publicUrl, variantHosts }: Hosts, host: string | null | undefined): Site {
  const known = publicUrl === undefined ? undefined : new URL(publicUrl)
  const kept = host && variantHosts.has(host) ? host : undefined
  const variant = variantHosts.get(kept ?? known?.host ?? '') ?? variantHosts.get(known?.hostname ?? '')
  const origin =
    known && kept && `${known.protocol}//${/:\d+$/.test(kept) || !known.port ? kept : `${kept}:${known.port}`}`
  return { origin: origin || publicUrl, name: looks[variant ?? 'hivewatch'].name }
}
