import type { Context } from 'hono'
import type { Config, Variant } from '../config/config.ts'
import { requestHost } from './connections/client-connection.ts'

export const variants: readonly Variant[] = ['hivewatch', 'biovet']

/** Name and colors of the installed app, matching the page's style sheet; `themeId` is its number. */
export const looks: Record<Variant, { themeId: 1 | 2; name: string; themeColor: string; background: string }> = {
  hivewatch: { themeId: 1, name: 'HiveWatch', themeColor: '#f2b021', background: '#f6f6f3' },
  biovet: { themeId: 2, name: 'BioVet', themeColor: '#0b5563', background: '#f6f6f3' },
}

/** `--surface` of the dark theme. */
export const DARK_COLOR = '#191c1f'

/** The variant for the host name of a request. */
export function variantOf(c: Context, config: Pick<Config, 'variantHosts' | 'trustProxy'>): Variant {
  const host = requestHost(c, config).toLowerCase()
  return config.variantHosts.get(host) ?? config.variantHosts.get(host.replace(/:\d+$/, '')) ?? 'hivewatch'
}
