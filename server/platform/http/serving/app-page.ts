import type { Config, Variant } from '../../config/config.ts'
import { shownBroker } from '../../config/mqtt-settings.ts'
import { translate } from '../../runtime/translate.ts'
import { escapeHtml } from '../escape-html.ts'
import { DARK_COLOR, looks } from '../variant.ts'

/** In dark mode the system's bar is as dark as the app below it. */
const themeColors = (
  color: string,
) => `<meta name="theme-color" content="${color}" media="(prefers-color-scheme: light)" />
    <meta name="theme-color" content="${DARK_COLOR}" media="(prefers-color-scheme: dark)" />`

/** The built page, with what the app must know before its first request inserted; `origin`: where this variant is reached. */
export function appPage(html: string, variant: Variant, config: Config, origin: string | undefined): string {
  const { themeId, name, themeColor } = looks[variant]
  const settings = {
    variant,
    claimCodes: config.claimCodes,
    subscriptions: config.subscriptions,
    shop: config.shop,
    supportUrl: config.supportUrl ?? null,
    externalShopUrl: config.externalShopUrl ?? null,
    forumUrl: config.forumUrl ?? null,
    mapStyleUrl: config.mapStyleUrl ?? null,
    errorReportsDsn: config.sentryDsn ?? null,
    publicUrl: origin ?? null,
    broker: config.mqtt ? shownBroker(config.mqtt) : null,
    revision: config.revision,
    demo: config.demo ?? null,
  }
  // in the language of the built page; the app itself uses its reader's
  const description = `<meta name="description" content="${escapeHtml(translate('de', 'app-manifest.description'))}" />`
  const parts: [RegExp, string][] = [
    [/<html\b/, `<html data-variant="${variant}" data-theme-id="${themeId}"`],
    [/<title>[^<]*<\/title>/, `<title>${name}</title>\n    ${description}\n    ${themeColors(themeColor)}`],
    [/<meta name="hivewatch"[^>]*>/, `<meta name="hivewatch" content="${escapeHtml(JSON.stringify(settings))}" />`],
  ]
  const page = html.replaceAll('/icons/hivewatch', `/icons/${variant}`).replaceAll('>HiveWatch<', `>${name}<`)
  return parts.reduce((filledSoFar, [part, filled]) => {
    if (!part.test(filledSoFar)) throw new Error(`index.html of the built app lacks ${part.source}: build it again`)
    return filledSoFar.replace(part, () => filled)
  }, page)
}
