import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { UnknownField } from '#domain/hives/unknown-field.ts'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { FieldsCard } from './fields-card.tsx'

let sent: unknown[]
beforeEach(() => {
  sent = []
})
afterEach(() => vi.unstubAllGlobals())

/** A transmitter that also sends what another device weighs; its own scale is on channel 1. */
async function show() {
  const fields: UnknownField[] = ['buche_temperature', 'buche_weight'].map((name) => ({
    ...{ name, lastValue: 22.1, lastAt: '2026-05-10T10:00:00Z', meaning: null },
  }))
  vi.stubGlobal('fetch', async (_: string, { method, body }: RequestInit) => {
    if (method !== 'POST') return Response.json(fields)
    const said = JSON.parse(String(body))
    sent.push(said)
    const field = fields.find(({ name }) => name === said.name)!
    field.meaning = { quantity: said.quantity, channel: said.channel, unit: said.unit }
    return Response.json({ ...field, message: 'Saved.', values: 1 })
  })
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <FieldsCard controllerId={1} taken={[1]} />
    </QueryClientProvider>,
  )
  await screen.findByText(/buche_weight: what is it/)
}
const formOf = (name: string) => within(screen.getByText(new RegExp(`${name}: what is it`)).closest('form')!)
const save = (name: string) => fireEvent.submit(formOf(name).getByRole('button').closest('form')!)

test('what another device sends is offered as the scale of its own that it is, and saved as offered', async () => {
  await show()
  save('buche_weight')
  await screen.findByText('buche_weight is a weight on channel 2.')
  save('buche_temperature')
  await screen.findByText('buche_temperature is a temperature on channel 2.')
  expect(sent).toEqual([
    { name: 'buche_weight', quantity: 'weight', channel: 2, unit: 'as_is' },
    { name: 'buche_temperature', quantity: 'temperature', channel: 2, unit: 'as_is' },
  ])
})

test('a choice stays, also when another name has been said since', async () => {
  await show()
  fireEvent.change(formOf('buche_temperature').getByLabelText('On channel'), { target: { value: '7' } })
  save('buche_weight')
  await screen.findByText('buche_weight is a weight on channel 2.')
  save('buche_temperature')
  await screen.findByText('buche_temperature is a temperature on channel 7.')
})
