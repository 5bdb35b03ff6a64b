import { expect, test } from 'vitest'
import { createRests } from './rests.ts'

test('rests as long as it worked', async () => {
  const begunAt = performance.now()
  const rest = createRests(new AbortController().signal)
  for (let part = 0; part < 2; part++) {
    const until = performance.now() + 30
    while (performance.now() < until);
    await rest()
  }
  expect(performance.now() - begunAt).toBeGreaterThan(115)
})

test('a rest ends with the reason of the abort', async () => {
  const stop = new AbortController()
  const rest = createRests(stop.signal)
  const until = performance.now() + 50
  while (performance.now() < until);
  const resting = rest()
  stop.abort(new Error('cancelled'))
  await expect(resting).rejects.toThrow('cancelled')
})
