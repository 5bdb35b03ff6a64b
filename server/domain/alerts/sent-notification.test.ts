import { expect, it } from 'vitest'
import { maskAddress } from './sent-notification.ts'

it.each([
  ['email', 'anna.muster@example.org', 'a•••@example.org'],
  ['email', 'a@b.ch', 'a•••@b.ch'],
  ['email', 'nonsense', 'n•••'],
  ['sms', '+41791234567', '+41•••••••67'],
  ['sms', '12345', '•••'],
] as const)('masks %s %s', (type, address, masked) => {
  expect(maskAddress(type, address)).toBe(masked)
})
