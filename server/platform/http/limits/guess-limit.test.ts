import { expect, test } from 'vitest'
import { AppError } from '../app-error.ts'
import { createGuessLimit, type Guesser } from './guess-limit.ts'

const hour = 3600
const limit = () =>
  createGuessLimit({
    wrong: ['imei_imsi_mismatch'],
    forgiven: 1,
    account: { wrong: 6, withinSeconds: hour },
    address: { wrong: 8, withinSeconds: hour },
    atSubject: { account: { wrong: 3, withinSeconds: hour }, all: { wrong: 5, withinSeconds: hour } },
    everybody: { wrong: 20, withinSeconds: hour },
  })
const wrong = () => Promise.reject(new AppError(400, 'imei_imsi_mismatch'))
const right = () => Promise.resolve('right')
const somebody = (accountId: number, subject = 'a', address = '192.0.2.1'): Guesser => ({ accountId, subject, address })

/** The number of wrong guesses that were actually made; the others were refused. */
async function made(guesses: number, guess: (index: number) => Promise<unknown>): Promise<number> {
  const codes = await Promise.all(
    Array.from({ length: guesses }, (_, index) => guess(index).catch(({ code }: AppError) => code)),
  )
  return codes.filter((code) => code === 'imei_imsi_mismatch').length
}

test('an account has a limited number of guesses at one subject, and in all, at once or one after the other', async () => {
  const tries = limit()
  expect(await made(50, () => tries(somebody(1, 'a'), wrong))).toBe(3)
  expect(await made(50, (index) => tries(somebody(1, `b${index}`), wrong))).toBe(3)
  await expect(tries(somebody(1, 'c'), right)).rejects.toMatchObject({ status: 429, code: 'too_many_requests' })
})

test('whoever is right at once gets through, whatever others guessed at that subject from the same address', async () => {
  const tries = limit()
  for (let accountId = 1; accountId <= 40; accountId++) await made(5, () => tries(somebody(accountId), wrong))
  expect(await tries(somebody(99), right)).toBe('right')
  expect(await tries(somebody(99), right)).toBe('right')
})

test('where many wrong guesses were made, accounts have one wrong guess each, and none if they guessed before', async () => {
  const tries = limit()
  const guesses = (from: number) =>
    made(30, async (index) => {
      await tries(somebody(from + index, 'a', `192.0.2.${index}`), wrong).catch((error: AppError) => {
        if (error.code !== 'imei_imsi_mismatch') throw error
      })
      return tries(somebody(from + index, 'a', `192.0.2.${index}`), wrong)
    })
  await guesses(100)
  expect(await guesses(200)).toBe(0)
})

test('wrong guesses of everybody, at whatever and from wherever, are limited for those who guessed before', async () => {
  const tries = limit()
  const guess = (accountId: number) => (nth: number) =>
    tries(somebody(accountId, `${accountId} ${nth}`, `192.0.2.${accountId}`), wrong)
  for (let accountId = 1; accountId <= 10; accountId++) expect(await made(2, guess(accountId))).toBe(2)
  expect(await made(2, guess(11))).toBe(1)
  expect(await tries(somebody(12, 'c', '192.0.2.12'), right)).toBe('right')
})

test('an address is blocked for those who guess wrong from there, not for others', async () => {
  const tries = limit()
  for (let accountId = 1; accountId <= 8; accountId++)
    await made(1, () => tries(somebody(accountId, `${accountId}`), wrong))
  await expect(tries(somebody(1, 'z'), right)).rejects.toMatchObject({ code: 'too_many_requests' })
  expect(await tries(somebody(1, 'z', '198.51.100.1'), right)).toBe('right')
  expect(await tries(somebody(9, 'z'), right)).toBe('right')
})

test('fifty right guesses at once all get through, and other errors do not count as guesses', async () => {
  const tries = limit()
  const all = await Promise.all(Array.from({ length: 50 }, (_, index) => tries(somebody(1, `${index}`), right)))
  expect(all.every((answer) => answer === 'right')).toBe(true)
  const taken = () => Promise.reject(new AppError(409, 'controller_already_registered'))
  for (let times = 0; times < 20; times++)
    await expect(tries(somebody(1), taken)).rejects.toMatchObject({ status: 409 })
  expect(await tries(somebody(1), right)).toBe('right')
})
