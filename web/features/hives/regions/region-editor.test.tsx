import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AdministeredRegion } from '#domain/hives/regions/region.ts'
import { queryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { RegionEditor } from './region-editor.tsx'
import { administeredRegionsQuery } from './region-queries.ts'

const ring = [
  [7, 46],
  [8, 46],
  [8, 47],
  [7, 46],
] as [number, number][]
const bern: AdministeredRegion = {
  id: 1,
  name: 'Bern',
  geojson: { type: 'Polygon', coordinates: [ring] },
  ...{ priority: 0, utcOffset: 1, alarmFrom: 9, alarmTo: 18, userCount: 0, controllerCount: 0 },
}
const changed = { message: 'Somebody else has changed it.', code: 'region_changed' }
let stored: AdministeredRegion
let sent: unknown[]
let answers: Response[]

beforeEach(() => {
  stored = bern
  sent = []
  vi.stubGlobal('fetch', async (_input: RequestInfo, init?: RequestInit) => {
    if (init?.method !== 'POST') return Response.json([stored])
    sent.push(JSON.parse(String(init.body)))
    return answers.shift()
  })
})
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

const onClose = vi.fn()
function Opened() {
  const { data } = useQuery(administeredRegionsQuery)
  return data ? <RegionEditor region={data[0]} others={data} onClose={onClose} /> : null
}

test('who changes what somebody else has changed since sees it, loses nothing, and may save anyway', async () => {
  onClose.mockReset()
  answers = [Response.json(changed, { status: 409 }), Response.json({ message: 'Region saved.', ...bern })]
  renderWithMessages(
    <QueryClientProvider client={queryClient}>
      <Opened />
    </QueryClientProvider>,
  )
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Bern-Mittelland' } })
  stored = { ...bern, name: 'Kanton Bern', alarmTo: 20 }
  fireEvent.submit(document.forms[0]!)
  await screen.findByText(changed.message)
  await screen.findByText('Kanton Bern', { selector: 'dd' })
  screen.getByText('20:00', { selector: 'dd' })
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Bern-Mittelland')
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Save anyway' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent).toEqual([
    { name: 'Bern-Mittelland', former: { name: 'Bern' } },
    { name: 'Bern-Mittelland', former: { name: 'Kanton Bern' } },
  ])
})
