import { beforeEach, expect, it, vi } from 'vitest'

let state: typeof import('./locale-state.ts')

beforeEach(async () => {
  vi.resetModules()
  state = await import('./locale-state.ts')
})

const isComplete = () => 'timeline.title' in state.messagesOf(state.localeState.locale)

it('loads the texts of a screen in the new language if it is changed while they are loading', async () => {
  await state.setLocale('de')
  await Promise.all([state.loadTexts('screens'), state.setLocale('en')])
  expect(state.localeState.locale).toBe('en')
  expect(isComplete()).toBe(true)
})

it('loads them even if the screen is opened while the language changes', async () => {
  await state.setLocale('de')
  await Promise.all([state.setLocale('fr'), state.loadTexts('screens')])
  expect(state.localeState.locale).toBe('fr')
  expect(isComplete()).toBe(true)
})

it('loads them too when the language is changed later', async () => {
  await state.setLocale('de')
  expect(isComplete()).toBe(false)
  await state.loadTexts('screens')
  await state.setLocale('es')
  expect(isComplete()).toBe(true)
})

it('waits for the first language if a screen is opened earlier, since another one may not be on this device', async () => {
  const opened = state.loadTexts('screens')
  await state.setLocale('en')
  await opened
  expect(isComplete()).toBe(true)
  expect(() => state.messagesOf('de')).toThrow('the texts of de are not loaded')
})

it('provides them to a render that began before they were loaded, and signals finished ones with a new object', async () => {
  await state.setLocale('de')
  const begun = state.messagesOf('de')
  await state.loadTexts('screens')
  expect('timeline.title' in begun).toBe(true)
  expect(state.messagesOf('de')).not.toBe(begun)
})

it('the language chosen last wins, even if the texts of an earlier one take longer to load', async () => {
  await state.setLocale('en')
  await Promise.all([state.setLocale('fr'), state.setLocale('en')])
  expect(state.localeState.locale).toBe('en')
  expect(document.documentElement.lang).toBe('en')
})
