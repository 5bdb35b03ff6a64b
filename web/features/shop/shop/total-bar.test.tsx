import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { startCart } from '#domain/shop/cart.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { noValidation } from './cart-state.ts'
import { ShippingHint } from './shipping-hint.tsx'
import type { StepProps } from './step-props.ts'
import { SubscriptionStep } from './subscription-step.tsx'
import { TotalBar } from './total-bar.tsx'
import { pricedText } from './validate-cart.ts'

const cart = startCart('hardware+digital')
const line = { key: 'shipping', kind: 'shipping', label: 'Shipping', count: 1 } as const

test.each([
  [14_00, 'with VAT, of which CHF 14.00 shipping'],
  [0, 'with VAT, shipping is free'],
])('a total says that it includes shipping (%i)', (amount, words) => {
  const items = [{ ...line, unitPrice: amount, amount }]
  const validate = { ...noValidation(), total: 390_00 + amount, items, of: pricedText(cart) }
  renderWithMessages(<TotalBar cart={cart} validate={validate} pricesIncludeVat actions={null} />)
  expect(screen.getByRole('status').textContent?.replaceAll('\u00a0', ' ')).toBe(words)
})

test('a new total is announced as such', () => {
  const total = (rappen: number) => (
    <TotalBar cart={cart} validate={{ ...noValidation(), total: rappen }} pricesIncludeVat actions={null} />
  )
  const { rerender } = renderWithMessages(total(404_00))
  const live = screen.getByText(/404\.00/).closest('[aria-live="polite"][aria-atomic="true"]')!
  rerender(total(449_00))
  expect(live.textContent?.replaceAll('\u00a0', ' ')).toBe('TotalCHF 449.00')
})

test('the total is itemized with its articles counted, but not before it is priced', () => {
  const items = [
    { key: 'transmitter', kind: 'controller', label: 'Transmitter', count: 3, unitPrice: 130_00, amount: 390_00 },
    { ...line, unitPrice: 14_00, amount: 14_00 },
  ] as const
  const validate = { ...noValidation(), total: 404_00, items: [...items], of: pricedText(cart) }
  const { unmount } = renderWithMessages(<TotalBar cart={cart} validate={validate} pricesIncludeVat actions={null} />)
  expect(screen.getByText('3 items')).toBeTruthy()
  const rows = screen.getAllByRole('listitem', { hidden: true }).map(({ textContent }) => textContent)
  expect(rows.map((row) => row?.replaceAll('\u00a0', ' '))).toEqual(['3 × TransmitterCHF 390.00', 'ShippingCHF 14.00'])
  unmount()
  renderWithMessages(<TotalBar cart={cart} validate={{ ...validate, of: 'x' }} pricesIncludeVat actions={null} />)
  expect(screen.queryByText(/items/)).toBeNull()
})

test.each([
  [
    { price: 14_00, freeFrom: 1000_00 },
    'Shipping costs CHF 14.00 and is added to the total; from CHF 1,000.00 on it is free.',
  ],
  [{ price: 14_00 }, 'Shipping costs CHF 14.00 and is added to the total.'],
  [{ price: 0 }, 'Shipping is free.'],
])('the shipping cost (%j) is shown where goods are chosen', (rate, words) => {
  const config = { shipping: [{ country: 'ch', vat: 'standard', ...rate }] } as unknown as StepProps['config']
  const { container } = renderWithMessages(<ShippingHint cart={cart} config={config} />)
  expect(container.textContent?.replaceAll('\u00a0', ' ').replace(/1.000/, '1,000')).toBe(words)
})

test('a shop without subscriptions asks for none', () => {
  const config = { products: { subscriptions: [] } } as unknown as StepProps['config']
  renderWithMessages(
    <SubscriptionStep
      {...{ mode: 'hardware+digital', cart, config, missing: undefined, onChange: () => {}, own: [], isGuest: true }}
    />,
  )
  expect(screen.getByText('No transmitter needs a subscription here.')).toBeTruthy()
  expect(screen.queryByRole('spinbutton')).toBeNull()
})

test('subscriptions show their price before one is chosen', () => {
  const texts = { de: 'x', en: 'Two years', fr: 'x', es: 'x' }
  const subscriptions = [{ key: 'a', name: texts, price: 180_00, vat: 'standard', hidden: false, years: 2 }]
  const quantityDiscount = { secondTransmitterDays: 0, furtherTransmitterDays: 0, maximumDaysPerYear: 0 }
  const config = { products: { subscriptions }, quantityDiscount } as unknown as StepProps['config']
  renderWithMessages(
    <SubscriptionStep
      {...{ mode: 'hardware+digital', cart: { ...cart, nofSubscriptions: 0 }, config, missing: undefined }}
      {...{ onChange: () => {}, own: [], isGuest: true }}
    />,
  )
  expect(screen.getByText(/CHF\s180\.00 for each transmitter/)).toBeTruthy()
})
