import { flag, isObject, oneOf, text } from './api/read-fields.ts'
import { readStored, writeStored } from './offline/local-storage.ts'
import type { Variant } from './ui/theme.ts'

const STORED_VARIANT = 'hivewatch.variant'

const variantName = oneOf('hivewatch', 'biovet')

/** Reads the settings that the server wrote into the page; a page without them, as in development, gets the defaults. */
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
    /** The address of the MQTT broker; empty if there is one but its address is not disclosed. */
    broker: address('broker'),
    revision: text(written.revision) ?? 'development',
    demo: demo.email && demo.password ? { email: demo.email, password: demo.password } : null,
  }
}
type Settings = ReturnType<typeof readSettings>

export type Environment = 'local' | 'staging' | 'live'

/** Where the app is running, by its host name. */
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

/** This installation: variant, links, revision and where it runs. */
export const appSettings: Readonly<Settings & { environment: Environment }> = start()

/** The displayed name of the current variant. */
export const productName = { hivewatch: 'HiveWatch', biovet: 'BioVet' }[appSettings.variant]

/** Shows the other variant in this browser from now on; for development, on localhost only. */
export function switchVariant(variant: Variant): void {
  writeStored(STORED_VARIANT, variant)
  window.location.reload()
}
