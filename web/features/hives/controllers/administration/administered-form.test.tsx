import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sampleAdministered as controller } from '../../../../../tests/support/samples/sample-administered.ts'
import { createQueryClient } from '../../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../../ui/render-with-messages.tsx'
import { AdministeredForm } from './administered-form.tsx'

const bees = { id: 3, name: 'Bienenfreunde' }
const honey = { id: 4, name: 'Honigverein' }

const sent = vi.fn()
beforeEach(() => {
  sent.mockReset()
  vi.stubGlobal('fetch', async (_input: RequestInfo, init?: RequestInit) => {
    sent(JSON.parse(String(init?.body)))
    return new Response(JSON.stringify({ message: 'Saved.' }))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

const client = createQueryClient()
const form = (affiliations: { id: number; name: string }[]) => (
  <QueryClientProvider client={client}>
    <AdministeredForm id="form" controller={controller} regions={[]} affiliations={affiliations} onSaved={() => {}} />
  </QueryClientProvider>
)
const send = () => fireEvent.submit(document.forms[0]!)
const affiliation = () => screen.getByLabelText<HTMLSelectElement>('Affiliation')

test('a transmitter keeps its affiliation if the others are unknown', async () => {
  renderWithMessages(form([]))
  expect(affiliation().selectedOptions[0]!.text).toBe('Bienenfreunde')
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Waldrand 2' } })
  send()
  await expect.poll(() => sent).toHaveBeenCalledWith({ name: 'Waldrand 2' })
})

test('a chosen affiliation stays chosen when the list changes', async () => {
  const { rerender } = renderWithMessages(form([bees, honey]))
  fireEvent.change(affiliation(), { target: { value: '4' } })
  rerender(form([bees, honey, { id: 5, name: 'Imker Bern' }]))
  expect(affiliation().value).toBe('4')
  send()
  await expect.poll(() => sent).toHaveBeenCalledWith({ affiliationId: 4 })
})

test('a subscription ends with the chosen day, if any', async () => {
  vi.stubEnv('TZ', 'Europe/Zurich')
  renderWithMessages(form([]))
  fireEvent.change(screen.getByLabelText(/^End of the subscription/), { target: { value: '2026-12-31' } })
  send()
  await expect.poll(() => sent).toHaveBeenCalledWith({ subscriptionEnd: '2026-12-31T22:59:59.000Z' })
})

test('an end whose year has a digit too many is pointed out', async () => {
  renderWithMessages(form([]))
  fireEvent.change(screen.getByLabelText(/^End of the subscription/), { target: { value: '20266-12-31' } })
  send()
  await screen.findByText('Choose a day.')
  expect(sent).not.toHaveBeenCalled()
})

test.each(['Notifications left', 'Number after a reset'])('"%s" is not 0 because the field is empty', async (label) => {
  renderWithMessages(form([]))
  fireEvent.change(screen.getByLabelText(new RegExp(`^${label}`)), { target: { value: '' } })
  send()
  await screen.findByText(/whole number/)
  expect(sent).not.toHaveBeenCalled()
})
