import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Values } from '../ui/form/shown-forms.ts'
import { typedEarlier } from './earlier-form.ts'

const idOf = (fields: Values, path = '/settings/rules') => `${path} ${JSON.stringify(fields)}`

const before = { 'name#0': 'Cold', 'quantity#0': 'temperature', '#0': '5', 'isOn#0': true }
const renamed = { 'name#0': 'Cold', 'quantity#0': 'temperature', 'value0#0': '5', 'isOn#0': true }
const typed = { ...before, 'name#0': 'Frost', '#0': '1' }

test.each<[what: string, now: Values, found: Values]>([
  ['a field got another name', renamed, { ...renamed, 'name#0': 'Frost', 'value0#0': '1' }],
  ['a field was added', { ...before, 'unit#0': '' }, typed],
  [
    'a field was removed',
    { 'name#0': 'Cold', 'quantity#0': 'temperature', '#0': '5' },
    { 'name#0': 'Frost', 'quantity#0': 'temperature', '#0': '1' },
  ],
  [
    'the fields are in another order',
    { 'isOn#0': true, '#0': '5', 'quantity#0': 'temperature', 'name#0': 'Cold' },
    typed,
  ],
])('what was typed comes back: %s', (_, now, found) => {
  expect(typedEarlier(idOf(before), typed, idOf(now))).toEqual(found)
})

test.each<[what: string, now: string]>([
  ['is about something else', idOf({ ...renamed, 'name#0': 'Heat' })],
  ['has changed at the server', idOf({ ...renamed, 'value0#0': '7' })],
  ['is in another place', idOf(renamed, '/settings/scales')],
  ['has hardly any field in common', idOf({ 'name#0': 'Cold', 'address#0': '', 'server#0': '' })],
  ['is recognized by its name', 'note 5'],
])('what was typed does not come back in a form that %s', (_, now) => {
  expect(typedEarlier(idOf(before), typed, now)).toBeUndefined()
  expect(typedEarlier('note 5', typed, now)).toBeUndefined()
})

test('a form whose only changed field is gone has no draft', () => {
  const { '#0': _, ...others } = before
  expect(typedEarlier(idOf(before), { ...before, '#0': '1' }, idOf(others))).toBeUndefined()
})

test('fields that a choice had revealed come back, too', () => {
  const revealed = { ...typed, 'from#0': '08:00' }
  expect(typedEarlier(idOf(before), revealed, idOf(renamed))).toMatchObject({ 'from#0': '08:00', 'value0#0': '1' })
})

const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,3}$/), { minLength: 1, maxLength: 8 })
const value = fc.oneof(fc.string(), fc.boolean())

test('whatever a form gets beside less than as many fields, exactly what was typed comes back', () => {
  const form = names.chain((keys) =>
    fc.tuple(fc.constant(keys), fc.array(value, { minLength: keys.length, maxLength: keys.length })),
  )
  fc.assert(
    fc.property(form, fc.nat(), fc.nat(), ([keys, values], at, count) => {
      const fields = Object.fromEntries(keys.map((key, index) => [`${key}#0`, values[index]!]))
      const entered = { ...fields, [`${keys[at % keys.length]}#0`]: 'typed by hand' }
      fc.pre(JSON.stringify(entered) !== JSON.stringify(fields))
      const added = Object.fromEntries(
        Array.from({ length: count % keys.length }, (_, index) => [`added${index}#0`, '']),
      )
      expect(typedEarlier(idOf(fields), entered, idOf({ ...added, ...fields }))).toEqual(entered)
    }),
  )
})
