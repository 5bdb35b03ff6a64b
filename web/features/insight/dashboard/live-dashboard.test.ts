import { expect, test } from 'vitest'
import { afterNews } from './live-dashboard.ts'

const settle = () => new Promise((resolve) => setTimeout(resolve))

test('news that arrives during a refresh causes exactly one more refresh', async () => {
  const looks: (() => void)[] = []
  const told = afterNews(
    () => new Promise<void>((resolve) => looks.push(resolve)),
    () => Promise.resolve(),
  )
  told()
  told()
  told()
  expect(looks).toHaveLength(1)
  looks[0]!()
  await settle()
  expect(looks).toHaveLength(2)
  looks[1]!()
  await settle()
  expect(looks).toHaveLength(2)
  told()
  expect(looks).toHaveLength(3)
})
