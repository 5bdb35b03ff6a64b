import { QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sampleChannel } from '../../../tests/support/samples/sample-channel.ts'
import { sampleSession } from '../../../tests/support/samples/sample-session.ts'
import { NotificationsScreen } from '../../features/alerts/notifications/notifications-screen.tsx'
import { ShareLinks } from '../../features/exchange/shares/share-links.tsx'
import { AccountScreen } from '../../features/people/account/account-screen.tsx'
import { ActingBanner } from '../../features/people/session/acting-banner.tsx'
import { confirmUser, forgetUser } from '../../features/people/session/session-state.ts'
import { createQueryClient } from '../../offline/query-cache.ts'
import { renderWithMessages } from '../../ui/render-with-messages.tsx'

const answers: Record<string, unknown> = {
  '/api/notification': [{ ...sampleChannel, status: 'unconfirmed' }],
  '/api/notification/ways': { email: false, sms: false },
  '/api/user/secondFactor': { codesSince: null, recoveryCodesLeft: 0, demanded: false, missing: false },
}

beforeEach(() => {
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) =>
    Response.json(answers[new URL(String(input), 'http://localhost').pathname] ?? []),
  )
})
afterEach(() => {
  forgetUser()
  vi.unstubAllGlobals()
})

const why = /^Only the users themselves can do this/
const nothing = () => undefined
const account = (
  <AccountScreen email={sampleSession.userEmail} lacksSecondFactor={false} onChanged={nothing} onRemoved={nothing} />
)
const channels = <NotificationsScreen places={[]} week={null} installation={null} installsFirst />
const link = 'https://example.org/shared/livefeed?token=x'
const share = { id: 1, type: 'livefeed', description: '', days: 7, from: null, to: null } as const
const links = <ShareLinks share={{ ...share, scales: [], issuedAt: '2026-05-01T00:00:00Z', link, iframe: link }} />

function show(screens: ReactNode, acting: { email: string; until: string } | null) {
  confirmUser({ ...sampleSession, acting })
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <ActingBanner />
      {screens}
    </QueryClientProvider>,
  )
}

test.each([
  ['the account', account, 1, ['Delete account', 'Change password']],
  ['services and codes', channels, 2, ['Add and send a test', 'Confirm']],
  ['the link of a share', links, 1, ['Copy link']],
])('somebody acting in another’s name reads why %s is not there', async (_, screens, times, buttons) => {
  show(screens, { email: 'admin@example.org', until: new Date(Date.now() + 3_600_000).toISOString() })
  await expect.poll(() => screen.queryAllByText(why).length).toBe(times)
  for (const name of buttons) expect(screen.queryByRole('button', { name }), name).toBeNull()
})

test.each([
  ['the account', account, 'Delete account'],
  ['services', channels, 'Add and send a test'],
  ['the link of a share', links, 'Copy link'],
])('the account’s owner has %s', async (_, screens, name) => {
  show(screens, null)
  expect(await screen.findByRole('button', { name })).toBeTruthy()
  expect(screen.queryByText(why)).toBeNull()
})
