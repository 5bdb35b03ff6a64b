import { afterEach, expect, test } from 'vitest'
import { editInList } from './edit-in-list.ts'
import { queryClient } from './query-cache.ts'

type Hive = { id: number; name: string }
const key = ['hives']
const known: Hive[] = [
  { id: 1, name: 'Linde' },
  { id: 2, name: 'Esche' },
]

afterEach(() => queryClient.clear())

test('an edit is shown at once and taken back, and makes the list no newer than its answer', async () => {
  queryClient.setQueryData<Hive[]>(key, known, { updatedAt: 1000 })
  const takeBack = await editInList<Hive>(key, 2, { name: 'Ahorn' })
  expect(queryClient.getQueryData<Hive[]>(key)?.map(({ name }) => name)).toEqual(['Linde', 'Ahorn'])
  expect(queryClient.getQueryState(key)?.dataUpdatedAt).toBe(1000)
  takeBack()
  expect(queryClient.getQueryData(key)).toEqual(known)
  expect(queryClient.getQueryState(key)?.dataUpdatedAt).toBe(1000)
})

test('a list that is not known stays unknown', async () => {
  const takeBack = await editInList<Hive>(key, 2, { name: 'Ahorn' })
  takeBack()
  expect(queryClient.getQueryData(key)).toBeUndefined()
})
