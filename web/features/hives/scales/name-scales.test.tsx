import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { type Draft, forgetDrafts, kept } from '../../../ui/form/shown-forms.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { NameScales } from './name-scales.tsx'

const scales = [1, 2].map((id) => ({ id, name: `Scale ${id}`, weight: 40 }))
const stored = new Map<string, Draft>()

afterEach(() => {
  vi.unstubAllGlobals()
  forgetDrafts()
  kept.store = undefined
})

test('names that could not be saved stay in the draft even if an earlier one was saved', async () => {
  kept.store = {
    owner: 1,
    parts: () => import('../../../ui/form/form-drafts.tsx'),
    find: async (id) => stored.get(id),
    keep: (id, draft) => void stored.set(id, draft),
    drop: (id) => void stored.delete(id),
  }
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    const isFirst = url.endsWith('/1')
    return Response.json({ message: isFirst ? 'Saved.' : 'Out of order.' }, { status: isFirst ? 200 : 500 })
  })
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <NameScales scales={scales} />
    </QueryClientProvider>,
  )
  for (const [index, name] of ['Linde', 'Eiche'].entries()) {
    fireEvent.change(screen.getAllByRole('textbox')[index]!, { target: { value: name } })
  }
  const names = () => Object.values(stored.get('name-scales')?.typed ?? {})
  await expect.poll(names).toEqual(['Linde', 'Eiche'])
  const save = screen.getByRole('button', { name: 'Save' })
  fireEvent.click(save)
  await expect.poll(() => asked.filter((url) => /scale\/\d$/.test(url))).toHaveLength(2)
  await expect.poll(() => save.ariaBusy).toBeNull()
  expect(names()).toEqual(['Linde', 'Eiche'])
})
