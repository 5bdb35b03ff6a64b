import { keepPreviousData, onlineManager, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { OfflineError } from '../api/api-error.ts'
import { renderWithMessages } from '../ui/render-with-messages.tsx'
import { Loaded } from './loaded.tsx'
import { createQueryClient } from './query-cache.ts'

afterEach(() => {
  onlineManager.setOnline(true)
  vi.useRealTimers()
})

function Turnover({ quarter }: { quarter: number }) {
  const query = useQuery({
    queryKey: ['turnover', quarter],
    queryFn: async () => {
      if (!onlineManager.isOnline()) throw new OfflineError(new Error('no network'))
      return `of quarter ${quarter}`
    },
    placeholderData: keepPreviousData,
    retryDelay: 0,
  })
  return <Loaded query={query}>{(words) => <p>{words}</p>}</Loaded>
}

it('does not show the answer to the previous request as that to the current one if none comes', async () => {
  const client = createQueryClient()
  const at = (quarter: number) => (
    <QueryClientProvider client={client}>
      <Turnover quarter={quarter} />
    </QueryClientProvider>
  )
  const { rerender } = renderWithMessages(at(1))
  expect(await screen.findByText('of quarter 1')).toBeDefined()
  act(() => onlineManager.setOnline(false))
  rerender(at(2))
  expect(await screen.findByText('No network')).toBeDefined()
  expect(screen.queryByText('of quarter 1')).toBeNull()
})

function Rules({ tries }: { tries: (() => Promise<string>)[] }) {
  const query = useQuery({ queryKey: ['rule'], queryFn: () => tries.shift()!(), retryDelay: 0 })
  return <Loaded query={query}>{(words) => <p>{words}</p>}</Loaded>
}

it('says that no answer comes while it keeps trying, and shows the answer once there is one', async () => {
  const fails = async () => {
    throw new OfflineError(new Error('no network'))
  }
  const third = Promise.withResolvers<string>()
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <Rules tries={[fails, fails, () => third.promise]} />
    </QueryClientProvider>,
  )
  expect(await screen.findByText('No network')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Try again' }).ariaBusy).toBe('true')
  await act(async () => third.resolve('kept'))
  expect(await screen.findByText('kept')).toBeDefined()
})

it('says after a while that an answer is still pending, until it arrives', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const answer = Promise.withResolvers<string>()
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <Rules tries={[() => answer.promise]} />
    </QueryClientProvider>,
  )
  expect(screen.queryByText(/^The network is slow/)).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(screen.getByText(/^The network is slow/)).toBeDefined()
  await act(async () => answer.resolve('kept'))
  expect(await screen.findByText('kept')).toBeDefined()
  expect(screen.queryByText(/^The network is slow/)).toBeNull()
})
