import { flag, isObject, oneOf, text } from './api/read-fields.ts'
import { readStored, writeStored } from './offline/local-storage.ts'
import type { Variant } from './ui/theme.ts'

const STORED_VARIANT = 'hivewatch.variant'

const variantName = oneOf('hivewatch', 'biovet')

/** Reads what the server wrote into the page; a page without it, as in development, gets the defaults. */
export function readSettings(content: string | null) {
  const written = JSON.parse(content || '{}') as Record<string, unknown>
  const address = (name: string) => text(written[name]) ?? null
  const demo = isObject(written.demo) ? { email: text(written.demo.email), password: text(written.demo.password) } : {}
  return {
    variant: variantName(written.variant) ?? 'hivewatch',
    claimCodes: flag(written.claimCodes) ?? false,
    subscriptions: flag(written.subscriptions) ?? true,
    shop: flag(written.shop) ?? true,
    supportUrl: address('supportUrl'),
    externalShopUrl: address('externalShopUrl'),
    forumUrl: address('forumUrl'),
    mapStyleUrl: address('mapStyleUrl'),
    errorReportsDsn: address('errorReportsDsn'),
    publicUrl: address('publicUrl'),
    /** Of MQTT; empty where there is one whose address is not told. */
    broker: address('broker'),
    revision: text(written.revision) ?? 'development',
    demo: demo.email && demo.password ? { email: demo.email, password: demo.password } : null,
  }
}
type Settings = ReturnType<typeof readSettings>

export type Environment = 'local' | 'staging' | 'live'

/** Where the app runs, by its host name. */
export function environmentOf(hostname: string): Environment {
  if (/^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|.+\.localhost)$/.test(hostname)) return 'local'
  return /(^|[.-])staging([.-]|$)/.test(hostname) ? 'staging' : 'live'
}

function start(): Settings & { environment: Environment } {
  const settings = readSettings(document.querySelector('meta[name="hivewatch"]')?.getAttribute('content') ?? null)
  const environment = environmentOf(window.location.hostname)
  const switched = variantName(readStored(STORED_VARIANT))
  const variant = (environment === 'local' && switched) || settings.variant
  return { ...settings, variant, environment }
}

/** What this installation is: variant, links, revision and where it runs. */
export const appSettings: Readonly<Settings & { environment: Environment }> = start()

/** The name of the variant that is shown, in words. */
export const productName = { hivewatch: 'HiveWatch', biovet: 'BioVet' }[appSettings.variant]

/** Shows the other variant from now on in this browser; for development, on localhost alone. */
export function switchVariant(variant: Variant): void {
  writeStored(STORED_VARIANT, variant)
  window.location.reload()
}
