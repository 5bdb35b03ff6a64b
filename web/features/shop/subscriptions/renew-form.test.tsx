import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { makeOrderKey } from '#domain/shop/order-key.ts'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { RenewForm } from './renew-form.tsx'

afterEach(() => vi.unstubAllGlobals())

const [key, other] = [1, 2].map((digit) => makeOrderKey(Array(15).fill(digit))) as [string, string]
const [before, after] = ['2027-05-10T10:00:00.000Z', '2028-05-10T10:00:00.000Z']

test('trying again after a lost answer asks for the same renewal; another key or a next one for another', async () => {
  const sent: unknown[] = []
  let answers = false
  vi.stubGlobal('fetch', async (_address: unknown, { body }: { body: string }) => {
    sent.push(JSON.parse(body))
    if (!answers) throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify({ message: 'Renewed.', subscriptionEnd: after, subscriptionState: 'active' }))
  })
  const queryClient = createQueryClient()
  const form = (end: string) => (
    <QueryClientProvider client={queryClient}>
      <RenewForm controllerId={1} end={end} />
    </QueryClientProvider>
  )
  const { rerender } = renderWithMessages(form(before))
  const submit = async (orderKey: string) => {
    const count = sent.length
    fireEvent.change(screen.getByRole('textbox'), { target: { value: orderKey } })
    fireEvent.click(screen.getByRole('button'))
    await waitFor(() => expect(sent).toHaveLength(count + 1))
    await waitFor(() => expect(screen.getByRole('button').getAttribute('aria-busy')).not.toBe('true'))
  }
  await submit(key)
  // the renewal took place, as the list of transmitters says meanwhile
  rerender(form(after))
  await submit(key)
  await submit(other)
  answers = true
  await submit(key)
  await submit(key)
  const askIfRenewed = true
  expect(sent).toEqual([
    { orderKey: key, endBefore: before, askIfRenewed },
    { orderKey: key, endBefore: before, askIfRenewed },
    { orderKey: other, endBefore: after, askIfRenewed },
    { orderKey: key, endBefore: after, askIfRenewed },
    { orderKey: key, endBefore: after, askIfRenewed },
  ])
})

test('a key that was just used here extends again only after a yes', async () => {
  const sent: { askIfRenewed: boolean }[] = []
  vi.stubGlobal('fetch', async (_address: unknown, { body }: { body: string }) => {
    sent.push(JSON.parse(body))
    if (!sent.at(-1)!.askIfRenewed) return new Response(JSON.stringify({ subscriptionEnd: after }))
    const refused = { code: 'order_key_just_used', message: 'Renewed 2 hours ago.' }
    return new Response(JSON.stringify(refused), { status: 409, headers: { 'Content-Type': 'application/json' } })
  })
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <RenewForm controllerId={1} end={before} />
    </QueryClientProvider>,
  )
  const submit = async () => {
    fireEvent.change(screen.getByRole('textbox'), { target: { value: key } })
    fireEvent.click(screen.getByRole('button', { name: 'Renew' }))
    return screen.findByRole('alertdialog')
  }
  expect((await submit()).textContent).toContain('Renewed 2 hours ago.It now runs until May 10, 2027.')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(sent).toHaveLength(1)
  await submit()
  fireEvent.click(screen.getByRole('button', { name: 'Renew again' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(sent.map(({ askIfRenewed }) => askIfRenewed)).toEqual([true, true, false])
})
