import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { FreshQueryClient } from './fresh-query-client.ts'
import { createQueryClient } from './query-cache.ts'

const client = createQueryClient()
let answers: { resolve: (answer: string) => void; reject: (error: Error) => void }[]
const queryKey = ['intervention']
let observer: QueryObserver<string, Error, string, string, typeof queryKey>
let stop: () => void

beforeEach(async () => {
  answers = []
  observer = new QueryObserver(client, {
    queryKey,
    queryFn: () => new Promise<string>((resolve, reject) => answers.push({ resolve, reject })),
    retry: false,
  })
  stop = observer.subscribe(() => {})
  await expect.poll(() => answers).toHaveLength(1)
})
afterEach(() => {
  stop()
  client.clear()
})

const shown = () => observer.getCurrentResult().data
const nextTurn = () => new Promise((resolve) => setTimeout(resolve))

it('is the client of the app', () => {
  expect(client).toBeInstanceOf(FreshQueryClient)
})

it('does not settle for a first answer from before the change', async () => {
  let isFresh = false
  const asked = client.invalidateQueries({ queryKey: ['intervention'] }).then(() => {
    isFresh = true
  })
  answers[0]!.resolve('nothing noted yet')
  await expect.poll(() => answers).toHaveLength(2)
  // whoever waits for the change to be visible waits for the second answer
  expect(isFresh).toBe(false)
  answers[1]!.resolve('fed 5 kg')
  await asked
  expect(shown()).toBe('fed 5 kg')
  // once there is data, it is requested again at once
  void client.invalidateQueries({ queryKey: ['intervention'] })
  await expect.poll(() => answers).toHaveLength(3)
})

it('refetches once for all changes that came while the first answer was on its way', async () => {
  const asked = [client.invalidateQueries(), client.invalidateQueries(), client.invalidateQueries({ queryKey: [] })]
  answers[0]!.resolve('nothing noted yet')
  await expect.poll(() => answers).toHaveLength(2)
  answers[1]!.resolve('fed 5 kg')
  await Promise.all(asked)
  await nextTurn()
  expect(answers).toHaveLength(2)
})

it('does not refetch what the change is not about, or what failed', async () => {
  await client.invalidateQueries({ queryKey: ['scale'] })
  const asked = client.invalidateQueries({ queryKey: ['intervention'] })
  answers[0]!.reject(new Error('no network'))
  await asked
  await nextTurn()
  expect(answers).toHaveLength(1)
  // an explicit refetch afterwards is not followed by a second one
  void observer.refetch()
  await expect.poll(() => answers).toHaveLength(2)
  answers[1]!.resolve('fed 5 kg')
  await expect.poll(shown).toBe('fed 5 kg')
  await nextTurn()
  expect(answers).toHaveLength(2)
})
