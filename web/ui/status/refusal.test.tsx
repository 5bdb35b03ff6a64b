import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderWithMessages } from '../render-with-messages.tsx'
import { Refusal } from './refusal.tsx'

test('why something was refused is announced, comes into sight and takes the focus, wherever the button stands', () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
  renderWithMessages(<Refusal title="IMEI and IMSI do not belong together." />)
  expect(screen.getByRole('alert').textContent).toBe('IMEI and IMSI do not belong together.')
  expect(scrolled.mock.contexts).toEqual([screen.getByRole('alert').parentElement])
  expect(document.activeElement).toBe(screen.getByRole('alert').parentElement)
  scrolled.mockRestore()
})

test('it goes away in peace, also where scrolling is a promise', () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue(Promise.resolve() as never)
  const shown = renderWithMessages(<Refusal title="IMEI and IMSI do not belong together." />)
  expect(() => shown.unmount()).not.toThrow()
  scrolled.mockRestore()
})
