import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { toDraft } from './rule-draft.ts'
import { RuleSheet } from './rule-sheet.tsx'

afterEach(() => vi.unstubAllGlobals())

const rule = {
  name: 'Drought',
  terms: {
    conditions: [{ quantity: 'weight', is: 'below', value: 12 }],
    forMinutes: 0,
    hours: null,
    months: null,
    timeZone: 'Europe/Zurich',
  },
  everyOwn: true,
  scaleIds: [3],
  channelIds: null,
} satisfies Parameters<typeof toDraft>[0]

test('of a rule, only what was changed is sent, and its hives together', async () => {
  const sent = vi.fn()
  vi.stubGlobal('fetch', async (_input: RequestInfo, init?: RequestInit) => {
    if (init?.method === 'POST') sent(JSON.parse(String(init.body)))
    return Response.json({ code: 'rule_not_found', message: 'Gone.' }, { status: 404 })
  })
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <RuleSheet
        opened={{ id: 'a', draft: toDraft(rule) }}
        hives={[{ id: 3, name: 'Volk 3', isOwn: true } as never]}
        channels={[]}
        seriesOf={() => ''}
        onClose={() => {}}
      />
    </QueryClientProvider>,
  )
  fireEvent.change(document.querySelector('[name=name]')!, { target: { value: 'Rain' } })
  fireEvent.submit(document.forms[0]!)
  await vi.waitFor(() => expect(sent).toHaveBeenCalledWith({ name: 'Rain' }))
  fireEvent.click(document.querySelector('[name=everyOwn]')!)
  fireEvent.submit(document.forms[0]!)
  await vi.waitFor(() => expect(sent).toHaveBeenLastCalledWith({ name: 'Rain', everyOwn: false, scaleIds: [3] }))
})
