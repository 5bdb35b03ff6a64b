import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { DigestWay, SeasonDigestEdit } from '#domain/insight/season-digest.ts'
import { zoneHere } from '../../../i18n/zone-here.ts'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { digestQuery } from './digest-queries.ts'
import { useEditDigest } from './use-edit-digest.ts'

afterEach(() => vi.unstubAllGlobals())

/** The time zone that a change sends, of somebody whose digest is sent in this way at a time in Honolulu. */
async function zoneSent(way: DigestWay | null, edit: SeasonDigestEdit): Promise<string | undefined> {
  let sent: SeasonDigestEdit = {}
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    sent = JSON.parse(String(body))
    return Response.json({ message: 'Saved.', ...digest, ...sent })
  })
  const digest = { way, weekday: 1, hour: 7, timeZone: 'Pacific/Honolulu', notAsked: true }
  const client = createQueryClient()
  client.setQueryData(digestQuery.queryKey, digest)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result, unmount } = renderHook(useEditDigest, { wrapper })
  await act(() => result.current.mutateAsync(edit))
  unmount()
  client.clear()
  return sent.timeZone
}

test.each<[string, DigestWay | null, SeasonDigestEdit, string | undefined]>([
  ['another way on a journey leaves the time where it was', 'email', { way: 'push' }, undefined],
  ['turning it off does, too', 'email', { way: null }, undefined],
  ['an hour is one of this device', 'email', { hour: 9 }, zoneHere()],
  ['a day is, too', 'push', { weekday: 3 }, zoneHere()],
  ['whoever turns it on gets it at the time of this device', null, { way: 'email' }, zoneHere()],
])('%s', async (_, way, edit, zone) => {
  expect(await zoneSent(way, edit)).toBe(zone)
})
