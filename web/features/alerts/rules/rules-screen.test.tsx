import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Rule } from '#domain/alerts/rule.ts'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { Toaster } from '../../../ui/overlay/toaster.tsx'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import type { RuledHive } from './ruled-hive.ts'
import { RulesScreen } from './rules-screen.tsx'

afterEach(() => vi.unstubAllGlobals())

const rule = (id: string, name: string): Rule => ({
  ...{ id, name, terms: null, everyOwn: true, scaleIds: [], channelIds: null, isOn: true, lastRang: null },
})

const show = (hives: readonly RuledHive[] = []) =>
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <RulesScreen
        hives={hives}
        channels={[]}
        seriesOf={() => ({}) as never}
        linked={undefined}
        onLeaveLink={() => undefined}
      />
      <Toaster />
    </QueryClientProvider>,
  )

test('when a rule is removed, the focus moves to the next one', async () => {
  let rules = [rule('1', 'Feed'), rule('2', 'Frost')]
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) => {
    if (method !== 'DELETE') return Response.json(rules)
    rules = rules.slice(1)
    return Response.json({ message: 'Rule removed.', id: '1' })
  })
  show()
  const remove = await screen.findByRole('button', { name: /^Remove.*Feed/ })
  remove.focus()
  fireEvent.click(remove)
  await expect.poll(() => screen.queryByText('Feed')).toBeNull()
  expect(document.activeElement?.closest('section')?.textContent).toContain('Frost')
})

test('a removal that could not be undone without a network can be undone later', async () => {
  const terms = { conditions: [], forMinutes: 0, hours: null, months: null, timeZone: 'UTC' }
  let rules: Rule[] = [{ ...rule('1', 'Feed'), terms }]
  const answers = [() => Promise.reject(new TypeError('no network')), () => Response.json({ message: 'Rule saved.' })]
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) => {
    if (method === 'POST') return answers.shift()!()
    if (method === 'DELETE') rules = []
    return Response.json(method === 'DELETE' ? { message: 'Rule removed.', id: '1' } : rules)
  })
  show()
  fireEvent.click(await screen.findByRole('button', { name: /^Remove.*Feed/ }))
  const undo = { name: 'Undo' }
  fireEvent.click(await screen.findByRole('button', undo))
  await screen.findByText(/^The server does not answer/)
  fireEvent.click(await screen.findByRole('button', undo))
  await expect.poll(() => answers).toEqual([])
  await expect.poll(() => screen.queryByRole('button', undo)).toBeNull()
})

test('a rule that cannot ring at a hive because it measures too seldom says so, unless it is off', async () => {
  const hives = ['Linde', 'Esche'].map((name, at) => ({ id: at + 1, controllerId: 1, name, isOwn: true }))
  const seldom = { ...rule('1', 'Weg'), seldomIds: [2] }
  vi.stubGlobal('fetch', async () => Response.json([seldom, { ...seldom, id: '2', name: 'Aus', isOn: false }]))
  show(hives)
  expect((await screen.findAllByText(/^It cannot ring at/)).map(({ textContent }) => textContent)).toEqual([
    'It cannot ring at Esche: measurements there are further apart than the time you chose. Choose a longer one.',
  ])
})
