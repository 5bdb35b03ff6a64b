import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OrderDetail } from '#domain/shop/order-administration.ts'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { orderKey } from './order-queries.ts'
import { useOrderChanges } from './use-order-changes.tsx'

const order = {
  id: 1,
  state: 'open',
  flags: [],
  ordered: 10_000,
  discount: 0,
  paid: 0,
  comment: '',
  mails: [],
  address: { company: 'Imkerei Keller', firstname: '', lastname: '', email: 'keller@example.org' },
  updatedAt: '2026-05-10T10:00:00.000Z',
} as unknown as OrderDetail

const client = createQueryClient()
const shown = () => client.getQueryData<OrderDetail>(orderKey(1))
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
)

beforeEach(() => {
  client.setQueryData(orderKey(1), order)
})
afterEach(() => {
  client.clear()
  vi.unstubAllGlobals()
})

test('two simultaneous changes that fail are both reverted', async () => {
  const gate = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', () => gate.promise)
  const { result } = renderHook(() => useOrderChanges(1), { wrapper })
  act(() => {
    result.current.edit.mutate({ flags: { cleared: true } })
    result.current.edit.mutate({ flags: { invoiceSent: true } })
  })
  await expect.poll(() => shown()?.flags).toEqual(['cleared', 'invoiceSent'])
  gate.reject(new TypeError('no network'))
  await expect.poll(() => client.isMutating()).toBe(0)
  expect(shown()?.flags).toEqual([])
})

test('a change that the server accepts stays even if another one fails', async () => {
  const taken = { ...order, flags: ['cleared'], updatedAt: '2026-05-10T10:01:00.000Z', message: 'Saved.' }
  const json = { headers: { 'Content-Type': 'application/json' } }
  const answer = vi.fn().mockResolvedValueOnce(new Response(JSON.stringify(taken), json))
  vi.stubGlobal('fetch', answer.mockRejectedValue(new TypeError('no network')))
  const { result } = renderHook(() => useOrderChanges(1), { wrapper })
  act(() => {
    result.current.edit.mutate({ flags: { cleared: true } })
    result.current.edit.mutate({ flags: { invoiceSent: true } })
  })
  await expect.poll(() => fetch).toHaveBeenCalledTimes(2)
  await expect.poll(() => client.isMutating()).toBe(0)
  expect(shown()).toMatchObject({ flags: ['cleared'], updatedAt: taken.updatedAt })
})

test('a prepayment is asked for with the same id until an answer comes, and a mail with none', async () => {
  const sent: { id?: string }[] = []
  const json = { headers: { 'Content-Type': 'application/json' } }
  let answers = false
  vi.stubGlobal('fetch', async (_address: unknown, { body }: { body: string }) => {
    sent.push(JSON.parse(body))
    if (!answers) throw new TypeError('no network')
    return new Response(JSON.stringify(order), json)
  })
  const { result } = renderHook(() => useOrderChanges(1), { wrapper })
  const send = async (mailing: 'activatePrepay' | 'sendOffer') => {
    await act(() => result.current.send.mutateAsync({ mailing }).catch(() => {}))
  }
  await send('activatePrepay')
  await send('sendOffer')
  answers = true
  await send('activatePrepay')
  await send('activatePrepay')
  const [first, offer, again, next] = sent
  expect(offer).toEqual({})
  expect(first?.id).toBeTruthy()
  expect(again?.id).toBe(first?.id)
  expect(next?.id).not.toBe(first?.id)
})
