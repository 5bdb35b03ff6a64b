import { expect, test } from 'vitest'
import { hashPassword } from './hash-password.ts'

test.each([
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['Bienenstöcke', 'f3b6d08023b32d52f0737bbe1a6bcaa5a0548880c8c610f515c75f5060580d1d'],
])('%s', async (password, expected) => {
  expect(await hashPassword(password)).toBe(expected)
})
