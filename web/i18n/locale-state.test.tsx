import { beforeEach, expect, it, vi } from 'vitest'

let state: typeof import('./locale-state.ts')

beforeEach(async () => {
  vi.resetModules()
  state = await import('./locale-state.ts')
})

const isComplete = () => 'timeline.title' in state.messagesOf(state.localeState.locale)

it('has the texts of a screen in the language that is chosen while they are on their way', async () => {
  await state.setLocale('de')
  await Promise.all([state.loadTexts('screens'), state.setLocale('en')])
  expect(state.localeState.locale).toBe('en')
  expect(isComplete()).toBe(true)
})

it('has them also where the screen is opened while the language changes', async () => {
  await state.setLocale('de')
  await Promise.all([state.setLocale('fr'), state.loadTexts('screens')])
  expect(state.localeState.locale).toBe('fr')
  expect(isComplete()).toBe(true)
})

it('brings them along when the language is changed later', async () => {
  await state.setLocale('de')
  expect(isComplete()).toBe(false)
  await state.loadTexts('screens')
  await state.setLocale('es')
  expect(isComplete()).toBe(true)
})

it('waits for the first language where a screen is opened before that: another one may not be on this device', async () => {
  const opened = state.loadTexts('screens')
  await state.setLocale('en')
  await opened
  expect(isComplete()).toBe(true)
  expect(() => state.messagesOf('de')).toThrow('the texts of de are not loaded')
})

it('has them for a drawing that began before they came, and tells what was drawn by another object', async () => {
  await state.setLocale('de')
  const begun = state.messagesOf('de')
  await state.loadTexts('screens')
  expect('timeline.title' in begun).toBe(true)
  expect(state.messagesOf('de')).not.toBe(begun)
})
