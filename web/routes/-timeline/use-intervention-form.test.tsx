import messages from 'virtual:messages/en'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { sampleController } from '../../../tests/support/samples/sample-controller.ts'
import { scaleWith } from '../../../tests/support/samples/sample-dashboard.ts'
import { IntlProvider } from '../../i18n/intl.tsx'
import { createQueryClient } from '../../offline/query-cache.ts'
import { useInterventionForm } from './use-intervention-form.ts'

const wrapper = ({ children }: { children: ReactNode }) => (
  <IntlProvider locale="en" messages={messages}>
    <QueryClientProvider client={createQueryClient()}>{children}</QueryClientProvider>
  </IntlProvider>
)

afterEach(() => vi.unstubAllGlobals())

test('a note offers hives of the same name with their transmitters, so that it is not saved for another one', () => {
  const controllers = [
    { ...sampleController, id: 1, name: 'Forest' },
    { ...sampleController, id: 2, name: 'Orchard' },
    { ...sampleController, id: 3, name: 'Meadow', access: 'watched' as const },
  ]
  const scales = [
    scaleWith({ id: 11, controllerId: 1, name: 'Scale 1' }),
    scaleWith({ id: 12, controllerId: 1, name: 'Linde' }),
    scaleWith({ id: 21, controllerId: 2, name: 'Scale 1' }),
    scaleWith({ id: 31, controllerId: 3, name: 'Linde' }),
  ]
  const hives = { controllers, scales, scaleIds: [] }
  const { result } = renderHook(() => useInterventionForm(hives, () => 0), { wrapper })
  expect(result.current.writable.map(({ id, name }) => [id, name])).toEqual([
    [11, 'Scale 1, Forest'],
    [12, 'Linde'],
    [21, 'Scale 1, Orchard'],
  ])
})

test('saving a note takes back nothing that somebody else changed in it since', async () => {
  const note = {
    ...{ id: 'n', scaleId: 11, label: 'inspection' as const, description: 'Brood', time: '2026-05-10T10:00:00.000Z' },
    ...{ amount: null, detail: 'calm' as const, visitId: null },
  }
  const { result } = renderHook(() => useInterventionForm({ controllers: [], scales: [], scaleIds: [] }, () => 0), {
    wrapper,
  })
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { method, body }: RequestInit) => {
    if (method === 'POST') sent.push(JSON.parse(String(body)))
    return Response.json(method === 'POST' ? { message: 'Saved.' } : [])
  })
  async function save(changes: object) {
    act(() => result.current.edit(note))
    act(() => result.current.save({ ...result.current.draft!, ...changes }))
    await expect.poll(() => result.current.draft).toBeUndefined()
  }
  await save({ description: 'Brood on five frames' })
  await save({ label: 'treatment', detail: null })
  await save({})
  expect(sent).toEqual([
    { description: 'Brood on five frames', formerDescription: 'Brood' },
    { label: 'treatment', detail: null },
  ])
})
