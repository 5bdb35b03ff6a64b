import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takeEarlyForm } from './early-form.ts'

const field = (name: string) => `<input name="${name}" />`
const submitted = vi.fn((event: Event) => event.preventDefault())

/** Sets up the page with both forms and types into the early one. */
function page(typed: Record<string, string>, sent = '') {
  document.body.innerHTML = `<form id="early-form" ${sent}>${field('email')}${field('password')}</form>
    <form id="shown">${field('email')}${field('password')}<input name="code" value="kept" /></form>`
  const inputs = document.querySelectorAll<HTMLInputElement>('#early-form input')
  for (const input of inputs) input.value = typed[input.name] ?? ''
  const form = document.querySelector<HTMLFormElement>('#shown')!
  form.addEventListener('submit', submitted)
  return { inputs, form, values: () => Object.fromEntries(new FormData(form)) }
}

beforeEach(() => {
  vi.useFakeTimers()
  submitted.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
  document.body.innerHTML = ''
})

test('typed input is taken over by the app’s form, with the focus where it was', () => {
  const { inputs, form, values } = page({ email: 'anna@example.org', password: 'hal' })
  inputs[1]!.focus()
  takeEarlyForm(form)
  expect(values()).toEqual({ email: 'anna@example.org', password: 'hal', code: 'kept' })
  expect(document.activeElement).toBe(form.elements.namedItem('password'))
  expect(document.getElementById('early-form')).toBeNull()
  vi.runAllTimers()
  expect(submitted).not.toHaveBeenCalled()
})

test('a submitted form is submitted once', () => {
  const { form } = page({ email: 'anna@example.org', password: 'secret' }, 'data-sent')
  takeEarlyForm(form)
  takeEarlyForm(form)
  vi.runAllTimers()
  expect(submitted).toHaveBeenCalledTimes(1)
})

test('values filled in by the browser stay if nothing was typed', () => {
  const { form, values } = page({})
  form.querySelector('input')!.value = 'filled@example.org'
  takeEarlyForm(form)
  expect(values()).toMatchObject({ email: 'filled@example.org', password: '' })
  expect(document.activeElement).toBe(document.body)
})
