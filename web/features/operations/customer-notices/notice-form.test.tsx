import { QueryClientProvider, queryOptions, useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { kept } from '../../../ui/form/shown-forms.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { NoticeForm } from './notice-form.tsx'

const typed = {
  'push#0': true,
  'region 2#0': true,
  'affiliation#0': '7',
  'subject#0': 'Varroa',
  'text#0': 'Please treat now.',
}
const regionsQuery = queryOptions({
  queryKey: ['regions'],
  queryFn: async () => [
    { id: 1, name: 'Bern' },
    { id: 2, name: 'Jura' },
  ],
})

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  kept.store = {
    owner: 1,
    parts: () => import('../../../ui/form/form-drafts.tsx'),
    find: async () => ({ at: 0, typed }),
    keep: () => {},
    drop: () => {},
  }
})
afterEach(() => {
  kept.store = undefined
  vi.unstubAllGlobals()
})

function Notice() {
  return <NoticeForm regions={useQuery(regionsQuery)} affiliations={[{ id: 7, name: 'Club' }]} />
}

test('a draft comes back field by field, although the regions arrive after the screen', async () => {
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <Notice />
    </QueryClientProvider>,
  )
  await screen.findByText(/^Your draft of/)
  const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
  await expect.poll(() => value('Text')).toBe('Please treat now.')
  expect([value('Subject'), value('Affiliation')]).toEqual(['Varroa', '7'])
  const isChecked = (label: string) => screen.getByLabelText<HTMLInputElement>(label).checked
  expect(['Push', 'E-mail', 'Bern', 'Jura'].filter(isChecked)).toEqual(['Push', 'Jura'])
})
