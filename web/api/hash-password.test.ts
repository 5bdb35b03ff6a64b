import { afterEach, expect, test, vi } from 'vitest'
import { hashPassword } from './hash-password.ts'
import { newId } from './new-id.ts'

afterEach(() => vi.unstubAllGlobals())

/** Simulates the part of `crypto` that a browser offers on a page loaded over plain http. */
const overPlainHttp = () =>
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) } satisfies Partial<Crypto>)

const known = [
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['Bienenstöcke', 'f3b6d08023b32d52f0737bbe1a6bcaa5a0548880c8c610f515c75f5060580d1d'],
] as const

test.each(known)('%s', async (password, expected) => {
  expect(await hashPassword(password)).toBe(expected)
})

test.each(known)('%s over plain http', async (password, expected) => {
  overPlainHttp()
  expect(await hashPassword(password)).toBe(expected)
})

test('a new id is a unique UUID, even over plain http', () => {
  const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
  expect(newId()).toMatch(shape)
  overPlainHttp()
  const ids = Array.from({ length: 100 }, newId)
  expect(new Set(ids).size).toBe(100)
  for (const id of ids) expect(id).toMatch(shape)
})
