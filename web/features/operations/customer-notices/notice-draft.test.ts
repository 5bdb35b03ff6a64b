import { expect, it } from 'vitest'
import { faultsOf, type NoticeDraft, toggled } from './notice-draft.ts'

const draft: NoticeDraft = {
  types: ['email'],
  regionIds: [1],
  affiliationId: null,
  subject: 'Foulbrood',
  text: 'Look at your hives.',
}

it('finds no fault with a message that can be sent', () => {
  expect(faultsOf(draft)).toEqual([])
})

it.each([
  [{ types: [] }, 'no_notification_type'],
  [{ regionIds: [] }, 'no_region'],
  [{ subject: ' ' }, 'subject_missing'],
  [{ subject: 'a'.repeat(121) }, 'subject_long'],
  [{ text: '\n' }, 'text_missing'],
  [{ text: 'a'.repeat(2001) }, 'text_long'],
  [{ types: ['sms' as const], text: 'a'.repeat(161) }, 'sms_too_long'],
  [{ types: ['sms' as const], text: 'ş'.repeat(71) }, 'sms_too_long'],
])('%o is %s', (changes, fault) => {
  expect(faultsOf({ ...draft, ...changes })).toEqual([fault])
})

it('checks the length of an SMS only if SMS are sent', () => {
  expect(faultsOf({ ...draft, text: 'a'.repeat(161) })).toEqual([])
})

it('adds and removes', () => {
  expect(toggled([1, 2], 3)).toEqual([1, 2, 3])
  expect(toggled([1, 2], 1)).toEqual([2])
})
