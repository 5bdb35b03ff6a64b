import { QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { renderWithMessages } from '../ui/render-with-messages.tsx'
import { Pages } from './pages.tsx'

const names = ['Linden', 'Acacia', 'Chestnut']

function Hives({ readNames }: { readNames: (from: number) => Promise<string[]> }) {
  const query = useInfiniteQuery({
    queryKey: ['hives'],
    queryFn: async ({ pageParam }) => ({ items: await readNames(pageParam) }),
    initialPageParam: 0,
    getNextPageParam: (_page, pages) => (pages.length < 2 ? 2 : undefined),
    retry: false,
  })
  return <Pages query={query}>{(items) => <p>{items.join()}</p>}</Pages>
}

const show = (readNames: (from: number) => Promise<string[]>) =>
  renderWithMessages(
    <QueryClientProvider client={new QueryClient()}>
      <Hives readNames={readNames} />
    </QueryClientProvider>,
  )
const more = () => screen.getByRole('button', { name: 'Show more' })

it('shows page after page, until there are no more', async () => {
  show(async (from) => names.slice(from, from + 2))
  expect(await screen.findByText('Linden,Acacia')).toBeDefined()
  fireEvent.click(more())
  expect(await screen.findByText('Linden,Acacia,Chestnut')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

it('says why the next page does not come, and loads it at the next attempt', async () => {
  let isBroken = true
  show(async (from) => {
    if (from > 0 && isBroken) throw new ApiError(503, 'Try later.')
    return names.slice(from, from + 2)
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Try later.')
  expect(screen.getByText('Linden,Acacia')).toBeDefined()
  isBroken = false
  fireEvent.click(more())
  expect(await screen.findByText('Linden,Acacia,Chestnut')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})
