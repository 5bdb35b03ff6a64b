import { QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderWithMessages } from '../ui/render-with-messages.tsx'
import { Pages } from './pages.tsx'

const names = ['Linden', 'Acacia', 'Chestnut']

function Hives() {
  const query = useInfiniteQuery({
    queryKey: ['hives'],
    queryFn: async ({ pageParam }) => ({ items: names.slice(pageParam, pageParam + 2) }),
    initialPageParam: 0,
    getNextPageParam: (_page, pages) => (pages.length < 2 ? 2 : undefined),
  })
  return <Pages query={query}>{(items) => <p>{items.join()}</p>}</Pages>
}

it('shows page after page, until there are no more', async () => {
  renderWithMessages(
    <QueryClientProvider client={new QueryClient()}>
      <Hives />
    </QueryClientProvider>,
  )
  expect(await screen.findByText('Linden,Acacia')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('Linden,Acacia,Chestnut')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})
