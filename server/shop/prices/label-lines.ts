import type { Locale } from '#domain/platform/locale.ts'
import type { LabeledLine, PriceLine } from '#domain/shop/price.ts'
import type { ShopConfig } from '#domain/shop/shop-config.ts'
import { translate } from '../../platform/runtime/translate.ts'

/** What the lines of a bill are called; `promoCode` as it was typed. */
export function labelLines(
  { products, promoCodes }: ShopConfig,
  lines: readonly PriceLine[],
  { promoCode, locale }: { promoCode: string; locale: Locale },
): LabeledLine[] {
  const all = Object.values(products).flat()
  const typed = promoCode.trim().toUpperCase()
  const promo = promoCodes.find(({ code }) => code.toUpperCase() === typed)

  const labelOf = (line: PriceLine): string => {
    const name = all.find(({ key }) => key === line.product)?.name[locale]
    if (name) return line.plate ? plateLabel(name, line.plate, locale) : name
    switch (line.kind) {
      case 'extraDays':
        return translate(locale, 'shop.line.extraDays', { days: line.count })
      case 'promo':
        return promo?.percent === undefined
          ? translate(locale, 'shop.line.promo', { code: promo?.code ?? typed })
          : translate(locale, 'shop.line.promo_percent', { code: promo.code, percent: promo.percent / 100 })
      case 'shipping':
        return translate(locale, line.amount === 0 ? 'shop.line.shipping_free' : 'shop.line.shipping')
      case 'vat':
        return translate(locale, 'shop.line.vat', { rate: Number(line.key.split(':')[1]) / 100 })
      default:
        return translate(locale, 'shop.line.rounding')
    }
  }
  return lines.map((line) => ({ ...line, label: labelOf(line) }))
}

const plateLabel = (name: string, { widthMm, depthMm }: NonNullable<PriceLine['plate']>, locale: Locale) =>
  translate(locale, 'shop.line.plate', { name, width: widthMm, depth: depthMm })
