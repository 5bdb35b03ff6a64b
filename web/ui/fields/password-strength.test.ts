import { expect, it } from 'vitest'
import { passwordStrength } from './password-strength.ts'

it.each([
  ['', 'short'],
  ['Xk3%9z!fQ', 'short'],
  ['aaaaaaaaaaaaaaaa', 'weak'],
  ['1234567890123', 'weak'],
  ['abababababab', 'weak'],
  ['bienenstand', 'fair'],
  ['bees and honey', 'fair'],
  ['🐝🐝🐝🐝🐝🐝🐝🐝🐝🐝', 'weak'],
  ['Imkerei am Waldrand', 'strong'],
])('%s is %s', (typed, strength) => {
  expect(passwordStrength(typed)).toBe(strength)
})
