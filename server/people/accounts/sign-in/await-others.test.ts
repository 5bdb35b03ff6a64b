import { expect, it } from 'vitest'
import { createAttempts } from './await-others.ts'

/** Attempts of which five are checked at a time unless one was right, as with the back-off; `end` ends the one that began first. */
function checking() {
  const attempts = createAttempts()
  const ends: ((isRight: boolean) => void)[] = []
  let counted = 0
  const isRefused = () => counted >= 5
  const check = async () => {
    if (isRefused()) return 'refused'
    counted++
    const isRight = await new Promise<boolean>((resolve) => ends.push(resolve))
    if (isRight) counted = 0
    return isRight ? 'right' : 'wrong'
  }
  const make = (times: number) =>
    Promise.all(Array.from({ length: times }, () => attempts.make('anna', isRefused, check)))
  const end = async (isRight: boolean) => {
    ends.shift()!(isRight)
    await new Promise((resolve) => setImmediate(resolve))
    return ends.length
  }
  return { make, end }
}
const count = (outcomes: string[], wanted: string) => outcomes.filter((one) => one === wanted).length

it('holds attempts back until one was right, and refuses them once all were wrong', async () => {
  const { make, end } = checking()
  const made = make(12)
  expect(await end(false)).toBe(4)
  expect(await end(true)).toBe(8)
  for (let left = 8; left > 0; left--) await end(false)
  const outcomes = await made
  expect([count(outcomes, 'right'), count(outcomes, 'wrong'), count(outcomes, 'refused')]).toEqual([1, 9, 2])
  expect(await make(3)).toEqual(['refused', 'refused', 'refused'])
})

it('holds back only so many, and refuses the others at once', async () => {
  const { make, end } = checking()
  const made = make(1000)
  for (let round = 0; round < 5; round++) await end(false)
  expect(count(await made, 'refused')).toBe(995)
  const again = checking()
  const all = again.make(1000)
  for (let left = 1; left > 0; ) left = await again.end(true)
  expect(count(await all, 'right')).toBe(55)
})
