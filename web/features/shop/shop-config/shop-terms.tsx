import type { PublicShopConfig } from '#domain/shop/shop-config.ts'
import { swissDay, vatRateOn } from '#domain/shop/vat.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { useMoney } from '../../../i18n/money.tsx'
import { Facts } from '../../../ui/display/facts.tsx'
import { Card } from '../../../ui/layout/card.tsx'

/** What applies to every order: VAT, shipping, countries, payment methods, the quantity discount. */
export function ShopTerms({ preview }: { preview: PublicShopConfig }) {
  const intl = useIntl()
  const francs = useMoney()
  const regions = new Intl.DisplayNames(intl.locale, { type: 'region' })
  const countryOf = (code: string) => regions.of(code.toUpperCase()) ?? code
  const list = (words: readonly string[]) => intl.formatList(words, { type: 'conjunction' })
  const { quantityDiscount: days, shipping, platePickup } = preview
  const rate = preview.vat.standard ? vatRateOn(preview.vat, 'standard', swissDay(Date.now())) : 0
  const shippingWords = shipping.map(({ country, price, freeFrom }) =>
    intl.formatMessage(
      { id: `administration-shop-config.shipping.${freeFrom === undefined ? 'always' : 'freeFrom'}` },
      { country: countryOf(country), price: francs(price), freeFrom: francs(freeFrom ?? 0) },
    ),
  )
  const value = (id: 'vat' | 'discount', values: Record<string, string | number | boolean>) => (
    <FormattedMessage id={`administration-shop-config.${id}.value`} values={values} />
  )
  const facts = [
    ['vat', value('vat', { isIncluded: String(preview.pricesIncludeVat), rate: rate / 100 })],
    ['shipping', list(shippingWords)],
    ['deliveryCountries', list(preview.deliveryCountries.map(countryOf))],
    ['billingCountries', list(preview.billingCountries.map(countryOf))],
    [
      'paymentMethods',
      list(
        preview.paymentMethods.map((method) =>
          intl.formatMessage({ id: `administration-shop-config.paymentMethod.${method}` }),
        ),
      ),
    ],
    [
      'discount',
      value('discount', {
        second: days.secondTransmitterDays,
        further: days.furtherTransmitterDays,
        maximum: days.maximumDaysPerYear,
      }),
    ],
    ['platePickup', platePickup.length > 0 ? list(platePickup.map(({ name, city }) => `${name} (${city})`)) : '–'],
    ['contact', preview.mail.contact],
  ] as const
  return (
    <Card title={<FormattedMessage id="administration-shop-config.terms" />}>
      <Facts
        facts={facts.map(([id, words]) => ({
          id,
          name: <FormattedMessage id={`administration-shop-config.${id}`} />,
          value: words,
        }))}
      />
    </Card>
  )
}
