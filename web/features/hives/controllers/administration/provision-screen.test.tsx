import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../../ui/render-with-messages.tsx'
import { ProvisionScreen } from './provision-screen.tsx'

const refusal = {
  message: 'Known already.',
  code: 'controller_known',
  issues: [{ path: 'controllers.1', message: 'Known already.' }],
}
beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(refusal), { status: 409 }))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('a line that the server already knows is marked until the table changes', async () => {
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <ProvisionScreen />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByLabelText('Many (CSV)'))
  const table = screen.getByLabelText('Or paste it here')
  const lines = ['356938035643809,228011234567890', '356938035643817,228011234567891']
  fireEvent.change(table, { target: { value: lines.join('\n') } })
  fireEvent.click(screen.getByRole('button', { name: 'Register 2 transmitters' }))
  expect(await screen.findByText(/^Line 2/)).toBeDefined()
  fireEvent.change(table, { target: { value: lines.toReversed().join('\n') } })
  await expect.poll(() => screen.queryByText(/^Line/)).toBeNull()
  expect(screen.queryByText('Known already.')).toBeNull()
})

test('trying again after a lost answer repeats the same request, whose keys nobody has seen yet', async () => {
  const sent: { id: string }[] = []
  vi.stubGlobal('fetch', async (_: unknown, init: RequestInit) => {
    if (init.method !== 'POST') return new Response('[]')
    sent.push(JSON.parse(String(init.body)))
    throw new TypeError('Failed to fetch')
  })
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <ProvisionScreen />
    </QueryClientProvider>,
  )
  const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
  fill('IMEI', '356938035643809')
  fill('IMSI', '228011234567890')
  const register = async () => {
    const count = sent.length
    await expect
      .poll(() => {
        // right after an answer, a form takes a press for the second half of a double one
        if (sent.length === count) fireEvent.click(screen.getByRole('button', { name: /Register/ }))
        return sent.length
      })
      .toBe(count + 1)
    await screen.findByText(/does not answer/)
  }
  await register()
  await register()
  fill('IMSI', '228011234567891')
  await register()
  const [first, again, other] = sent.map(({ id }) => id)
  expect(first).toMatch(/^[\da-f-]{36}$/)
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})

test('a file as a spreadsheet saves it keeps its letters', async () => {
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <ProvisionScreen />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByLabelText('Many (CSV)'))
  const bytes = Uint8Array.from('356938035643809;228011234567890;M\u00fcller', (letter) => letter.charCodeAt(0))
  fireEvent.change(screen.getByLabelText('Table as a file'), { target: { files: [new File([bytes], 'liste.csv')] } })
  const table = screen.getByLabelText<HTMLTextAreaElement>('Or paste it here')
  await expect.poll(() => table.value).toBe('356938035643809;228011234567890;Müller')
})

test('the code on the label is required if the box is checked', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_: unknown, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)))
    return new Response(JSON.stringify(refusal), { status: 409 })
  })
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <ProvisionScreen />
    </QueryClientProvider>,
  )
  const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
  fill('IMEI', '356938035643809')
  fill('IMSI', '228011234567890')
  const register = () => fireEvent.click(screen.getByRole('button', { name: /Register/ }))
  const box = screen.getByLabelText('May only be claimed with the code on the label')
  register()
  await expect.poll(() => sent).toMatchObject([{ controllers: [{ demandClaimCode: false }] }])
  await screen.findByText('Known already.').catch(() => undefined)
  fireEvent.click(box)
  register()
  await expect.poll(() => sent[1]).toMatchObject({ controllers: [{ demandClaimCode: true }] })
})
