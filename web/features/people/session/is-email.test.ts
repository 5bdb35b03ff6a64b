import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Email } from '#domain/people/account.ts'
import { isEmail } from './is-email.ts'

const long = (length: number) => `${'a'.repeat(length - 'a@b.ch'.length)}a@b.ch`

test.each([
  ['anna@example.org', true],
  ['  Anna.Muster+bees@Sub.Example-1.ORG ', true],
  ['anna@xn--mller-kva.ch', true],
  ['anna@bienen.xn--h1ahn', true],
  ["sean.o'neil@example.ie", true],
  ['r&d=x/y!#$%*?^`{|}~@example.org', true],
  [long(254), true],
  [long(255), false],
  ['', false],
  ['anna', false],
  ['anna@example', false],
  ['anna@example.c', false],
  ['anna@@example.org', false],
  ['anna muster@example.org', false],
  ['.anna@example.org', false],
  ['"anna"@example.org', false],
  ['anna,ben@example.org', false],
  ['<anna@example.org>', false],
  ['anna@-example.org', false],
  ['anna@example-.org', false],
  ['anna@example..org', false],
  ['anna@example.xn--', false],
  ['ännä@example.org', false],
  ['anna@müller.ch', true],
  ['anna@MÜLLER-Söhne.ch', true],
  ['anna@mu\u0308ller.ch', true],
  ['anna@müller', false],
  ['anna@mül ler.ch', false],
  ['anna@example.\u017f\u212a', false],
])('%s is an e-mail address, here and on the server: %s', (typed, is) => {
  expect([isEmail(typed), v.is(Email, typed)]).toEqual([is, is])
})

test.each([
  ['anna@Müller.ch', 'anna@xn--mller-kva.ch'],
  ['anna@mu\u0308ller.ch', 'anna@xn--mller-kva.ch'],
  ['anna@xn--mller-kva.ch', 'anna@xn--mller-kva.ch'],
  ['Anna@Example.org', 'anna@example.org'],
])('%s is one account, whichever browser sends it: %s', (typed, stored) => {
  expect(v.parse(Email, typed)).toBe(stored)
})

test.each(['anna@müller.ch/x', 'anna@müller.ch:80', 'anna@mü%2Fller.ch', 'anna@\u017fk.ch', 'anna@１２７.0.0.1'])(
  '%s is not taken for another address',
  (typed) => {
    expect(v.is(Email, typed)).toBe(false)
  },
)
