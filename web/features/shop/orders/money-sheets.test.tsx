import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import type { OrderDetail } from '#domain/shop/order-administration.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { DiscountSheet, PaymentSheet } from './money-sheets.tsx'
import type { OrderChangesOf } from './use-order-changes.tsx'

const order = { ordered: 50_000, discount: 0, paid: 18_000, due: 0, currency: 'chf' } as OrderDetail

test.each([
  ['discount', DiscountSheet, '-1'],
  ['payment', PaymentSheet, '0'],
] as const)('what was wrong with a %s is forgotten when its sheet is closed', (_what, MoneySheet, typed) => {
  function Opened() {
    const [open, setOpen] = useState(true)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Again
        </button>
        <MoneySheet order={order} changes={{} as OrderChangesOf} open={open} onClose={() => setOpen(false)} />
      </>
    )
  }
  renderWithMessages(<Opened />)
  const amount = () => screen.getByRole('textbox', { hidden: true })
  fireEvent.change(amount(), { target: { value: typed } })
  fireEvent.submit(document.forms[0]!)
  expect(amount().getAttribute('aria-invalid')).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  fireEvent.click(screen.getByText('Again'))
  expect(amount().getAttribute('aria-invalid')).toBeNull()
})

test('no more is refunded than came in', () => {
  const mutate = vi.fn()
  const changes = { edit: { mutate } } as unknown as OrderChangesOf
  renderWithMessages(<PaymentSheet order={order} changes={changes} open onClose={() => {}} />)
  const payBack = (francs: string) => {
    fireEvent.change(screen.getByRole('textbox'), { target: { value: francs } })
    fireEvent.submit(document.forms[0]!)
  }
  payBack('-180.05')
  expect(screen.getByText(/^At most CHF\s180\.00 can be refunded/)).toBeDefined()
  expect(mutate).not.toHaveBeenCalled()
  payBack('-180')
  expect(mutate).toHaveBeenCalledExactlyOnceWith({ payment: { amount: -18_000, method: 'prepayment' } })
})

test.each([
  ['open', 18_000, 32_000, '320'],
  ['open', 50_000, 0, ''],
  ['cancelled', 18_000, 0, '-180'],
  ['cancelled', 0, 0, ''],
] as const)(
  'of an order that is %s with %i Rappen paid, it expects what is still to be paid or refunded',
  (state, paid, due, amount) => {
    const opened = { ...order, state, paid, due }
    renderWithMessages(<PaymentSheet order={opened} changes={{} as OrderChangesOf} open onClose={() => {}} />)
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe(amount)
  },
)
