import * as v from 'valibot'
import { readStored, writeStored } from './offline/local-storage.ts'
import type { Variant } from './ui/theme.ts'

const STORED_VARIANT = 'hivewatch.variant'

const VariantName = v.picklist(['hivewatch', 'biovet'])
const address = v.optional(v.nullable(v.string()), null)

const Settings = v.object({
  variant: v.optional(VariantName, 'hivewatch'),
  claimCodes: v.optional(v.boolean(), false),
  subscriptions: v.optional(v.boolean(), true),
  shop: v.optional(v.boolean(), true),
  supportUrl: address,
  externalShopUrl: address,
  forumUrl: address,
  mapStyleUrl: address,
  errorReportsDsn: address,
  publicUrl: address,
  /** Of MQTT; empty where there is one whose address is not told. */
  broker: address,
  revision: v.optional(v.string(), 'development'),
  demo: v.optional(v.nullable(v.object({ email: v.string(), password: v.string() })), null),
})
type Settings = v.InferOutput<typeof Settings>

export type Environment = 'local' | 'staging' | 'live'

/** Where the app runs, by its host name. */
export function environmentOf(hostname: string): Environment {
  if (/^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|.+\.localhost)$/.test(hostname)) return 'local'
  return /(^|[.-])staging([.-]|$)/.test(hostname) ? 'staging' : 'live'
}

/** Reads what the server wrote into the page; a page without it, as in development, gets the defaults. */
export function readSettings(content: string | null): Settings {
  return v.parse(Settings, JSON.parse(content || '{}'))
}

function start(): Settings & { environment: Environment } {
  const settings = readSettings(document.querySelector('meta[name="hivewatch"]')?.getAttribute('content') ?? null)
  const environment = environmentOf(window.location.hostname)
  const switched = v.safeParse(VariantName, readStored(STORED_VARIANT))
  const variant = environment === 'local' && switched.success ? switched.output : settings.variant
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
