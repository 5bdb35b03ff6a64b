import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AdministeredController } from '#domain/hives/administered-controller.ts'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { AdministeredForm } from './administered-form.tsx'

const controller: AdministeredController = {
  id: 1,
  imei: '356938035643809',
  imsi: '228011234567890',
  msisdn: null,
  name: 'Waldrand',
  access: 'administered',
  location: null,
  updateInterval: 1,
  loadCells: 1,
  signalFilter: false,
  primaryRegionId: null,
  secondaryRegionId: null,
  subscriptionEnd: null,
  subscriptionState: 'active',
  activationDate: null,
  remainingNotifications: 200,
  limitReset: 200,
  softwareVersion: null,
  battery: 3.91,
  chipTemperature: null,
  signal: -71,
  lastUpdate: '2026-05-20T12:00:00.000Z',
  newKeyWaits: false,
  hasFormerKey: false,
  owner: { id: 7, email: 'anna@example.org' },
  affiliation: { id: 3, name: 'Bienenfreunde' },
  claimCode: 'AB12-CD34',
  demandClaimCode: false,
  lastReset: null,
  created: '2026-01-01T00:00:00.000Z',
}
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

test('a transmitter keeps its affiliation where the others are not known', async () => {
  renderWithMessages(form([]))
  expect(affiliation().selectedOptions[0]!.text).toBe('Bienenfreunde')
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Waldrand 2' } })
  send()
  await vi.waitFor(() => expect(sent).toHaveBeenCalledWith({ name: 'Waldrand 2' }))
})

test('an affiliation that was chosen stays so when the list of them changes', async () => {
  const { rerender } = renderWithMessages(form([bees, honey]))
  fireEvent.change(affiliation(), { target: { value: '4' } })
  rerender(form([bees, honey, { id: 5, name: 'Imker Bern' }]))
  expect(affiliation().value).toBe('4')
  send()
  await vi.waitFor(() => expect(sent).toHaveBeenCalledWith({ affiliationId: 4 }))
})

test('a subscription ends with the day that is chosen, where one is', async () => {
  vi.stubEnv('TZ', 'Europe/Zurich')
  renderWithMessages(form([]))
  fireEvent.change(screen.getByLabelText(/^End of the subscription/), { target: { value: '2026-12-31' } })
  send()
  await vi.waitFor(() => expect(sent).toHaveBeenCalledWith({ subscriptionEnd: '2026-12-31T22:59:59.000Z' }))
})
