import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { PublicShopConfig } from '#domain/shop/shop-config.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { ShopTerms } from './shop-terms.tsx'

const preview = {
  pricesIncludeVat: true,
  vat: {
    standard: [
      { from: '2018-01-01', percent: 770 },
      { from: '2024-01-01', percent: 810 },
      { from: '2999-01-01', percent: 1200 },
    ],
  },
  shipping: [],
  deliveryCountries: ['ch'],
  billingCountries: ['ch'],
  paymentMethods: [],
  quantityDiscount: { secondTransmitterDays: 0, furtherTransmitterDays: 0, maximumDaysPerYear: 0 },
  platePickup: [],
  mail: { contact: 'shop@example.org' },
} as unknown as PublicShopConfig

test('shows the VAT that applies today, not a future one', () => {
  renderWithMessages(<ShopTerms preview={preview} />)
  expect(screen.getByText(/included in the prices/).textContent).toContain('8.1%')
})
