import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { CodesPart } from './codes-part.tsx'

const SINCE = '2026-05-10T10:00:00.000Z'
let codesSince: string | null
let made: number
let lost: boolean
let asked: string[]
beforeEach(() => {
  codesSince = null
  made = 0
  lost = false
  asked = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const path = new URL(String(input), window.location.origin).pathname
    if (path.endsWith('/options')) return Response.json({ secret: 'ABCD', address: 'otpauth://totp/x?secret=ABCD' })
    if (init?.method === 'DELETE') codesSince = null
    if (init?.method !== 'POST') return Response.json(stateNow())
    if (!path.endsWith('/recoveryCodes')) {
      if (codesSince) return Response.json({ code: 'second_factor_wrong', message: 'Wrong.' }, { status: 400 })
      codesSince = SINCE
    }
    if (path.endsWith('/recoveryCodes')) asked.push(JSON.parse(String(init.body)).id)
    if (lost) throw new TypeError('network error')
    return Response.json({ message: 'Done.', recoveryCodes: [`CODES-${++made}`] })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const stateNow = () => ({ codesSince, recoveryCodesLeft: codesSince ? 10 : 0, demanded: false, missing: false })
const show = (turnedOn = vi.fn()) =>
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <CodesPart onTurnedOn={turnedOn} />
    </QueryClientProvider>,
  )
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const shownCodes = () => screen.queryByRole('list', { name: 'Your recovery codes' })?.textContent
async function turnOn() {
  await press('Turn one-time codes on')
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: '123456' } })
  await press('Turn on')
}

test('only the newest recovery codes are shown, and none that no longer work', async () => {
  const turnedOn = vi.fn()
  show(turnedOn)
  await turnOn()
  await waitFor(() => expect(shownCodes()).toBe('CODES-1'))
  expect(turnedOn).toHaveBeenCalledOnce()
  await press('New recovery codes')
  await waitFor(() => expect(shownCodes()).toBe('CODES-2'))
  await press('Turn off')
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Turn off' }))
  await waitFor(() => expect(shownCodes()).toBeUndefined())
})

test('codes confirmed as saved are no longer shown', async () => {
  codesSince = SINCE
  show()
  await press('New recovery codes')
  await waitFor(() => expect(shownCodes()).toBe('CODES-1'))
  await press('I have saved them')
  expect(shownCodes()).toBeUndefined()
})

test('after a lost answer, codes are known to be on, and new recovery codes can be made', async () => {
  const turnedOn = vi.fn()
  lost = true
  show(turnedOn)
  await turnOn()
  await screen.findByText('Your recovery codes did not arrive here')
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(turnedOn).toHaveBeenCalledOnce()
  lost = false
  await press('New recovery codes')
  await waitFor(() => expect(shownCodes()).toBe('CODES-1'))
  expect(screen.queryByText('Your recovery codes did not arrive here')).toBeNull()
})

test('a wrong code for another phone leaves the sheet open', async () => {
  codesSince = SINCE
  show()
  await press('Move to another phone')
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: '123456' } })
  await press('Turn on')
  expect((await screen.findByRole('textbox')).getAttribute('aria-invalid')).toBe('true')
  expect(screen.queryByText('Your recovery codes did not arrive here')).toBeNull()
})

test('codes that a lost answer may have invalidated are no longer shown', async () => {
  codesSince = SINCE
  show()
  await press('New recovery codes')
  await waitFor(() => expect(shownCodes()).toBe('CODES-1'))
  lost = true
  await press('New recovery codes')
  await screen.findByText('Your recovery codes did not arrive here')
  expect(shownCodes()).toBeUndefined()
})

test('recovery codes are asked for as the same ones until they are shown', async () => {
  codesSince = SINCE
  lost = true
  show()
  await press('New recovery codes')
  await screen.findByRole('alert')
  lost = false
  await press('New recovery codes')
  await waitFor(() => expect(shownCodes()).toBe('CODES-1'))
  await press('New recovery codes')
  await waitFor(() => expect(shownCodes()).toBe('CODES-2'))
  expect(asked[1]).toBe(asked[0])
  expect(asked[2]).not.toBe(asked[0])
})
