import type { Locale } from '#domain/platform/locale.ts'
import type { LabeledLine, PriceLine } from '#domain/shop/price.ts'
import type { ShopConfig } from '#domain/shop/shop-config.ts'
import { type Reader, translate } from '../../platform/runtime/translate.ts'

/** Adds labels to the lines of a bill; `promoCode` as typed, `country` where the customer lives. */
export function labelLines(
  { products, promoCodes }: ShopConfig,
  lines: readonly PriceLine[],
  { promoCode, locale, country }: { promoCode: string; locale: Locale; country?: string | undefined },
): LabeledLine[] {
  const all = Object.values(products).flat()
  const typed = promoCode.trim().toUpperCase()
  const promo = promoCodes.find(({ code }) => code.toUpperCase() === typed)

  const reader = { language: locale, country }
  const labelOf = (line: PriceLine): string => {
    const name = all.find(({ key }) => key === line.product)?.name[locale]
    if (name) return line.plate ? plateLabel(name, line.plate, reader) : name
    switch (line.kind) {
      case 'extraDays':
        return translate(reader, 'shop.line.extraDays', { days: line.count })
      case 'promo':
        return promo?.percent === undefined
          ? translate(reader, 'shop.line.promo', { code: promo?.code ?? typed })
          : translate(reader, 'shop.line.promo_percent', { code: promo.code, percent: promo.percent / 100 })
      case 'shipping':
        return translate(reader, line.amount === 0 ? 'shop.line.shipping_free' : 'shop.line.shipping')
      case 'vat':
        return translate(reader, 'shop.line.vat', { rate: Number(line.key.split(':')[1]) / 100 })
      default:
        return translate(reader, 'shop.line.rounding')
    }
  }
  return lines.map((line) => ({ ...line, label: labelOf(line) }))
}

const plateLabel = (name: string, { widthMm, depthMm }: NonNullable<PriceLine['plate']>, reader: Reader) =>
  translate(reader, 'shop.line.plate', { name, width: widthMm, depth: depthMm })
