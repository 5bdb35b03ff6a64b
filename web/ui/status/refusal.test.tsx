import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderWithMessages } from '../render-with-messages.tsx'
import { Refusal } from './refusal.tsx'

test('a refusal is announced, scrolls into view and takes the focus, wherever the button is', () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
  renderWithMessages(<Refusal title="IMEI and IMSI do not belong together." />)
  expect(screen.getByRole('alert').textContent).toBe('IMEI and IMSI do not belong together.')
  expect(scrolled.mock.contexts).toEqual([screen.getByRole('alert').parentElement])
  expect(document.activeElement).toBe(screen.getByRole('alert').parentElement)
  scrolled.mockRestore()
})

test('it unmounts without errors, even if scrolling returns a promise', () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue(Promise.resolve() as never)
  const shown = renderWithMessages(<Refusal title="IMEI and IMSI do not belong together." />)
  expect(() => shown.unmount()).not.toThrow()
  scrolled.mockRestore()
})
