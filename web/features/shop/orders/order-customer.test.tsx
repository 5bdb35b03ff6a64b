import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { OrderDetail } from '#domain/shop/order-administration.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { OrderCustomer } from './order-customer.tsx'
import type { OrderChangesOf } from './use-order-changes.tsx'

const address = {
  firstname: 'Anna',
  lastname: 'Meier',
  company: '',
  street: 'Waldweg 1',
  zip: '3000',
  city: 'Bern',
  country: 'ch' as const,
  email: 'anna@example.org',
  phone: '',
}
const order = { address, comment: 'fragile', remark: '', language: 'en', platePickup: null } as unknown as OrderDetail

test('a correction keeps what somebody else has corrected since the form was opened', () => {
  const mutate = vi.fn()
  const changes = { edit: { mutate } } as unknown as OrderChangesOf
  const { rerender } = renderWithMessages(<OrderCustomer order={order} changes={changes} />)
  fireEvent.click(screen.getByRole('button'))
  const newer = { ...order, address: { ...address, street: 'Seeweg 2' }, comment: 'called back' }
  rerender(<OrderCustomer order={newer} changes={changes} />)
  fireEvent.change(document.querySelector('[name=city]')!, { target: { value: 'Thun' } })
  fireEvent.submit(document.forms[0]!)
  expect(mutate).toHaveBeenCalledWith({ address: { ...address, street: 'Seeweg 2', city: 'Thun' } })
})
