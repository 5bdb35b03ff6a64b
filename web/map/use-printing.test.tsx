import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { usePrinting } from './use-printing.ts'

test('what is drawn for paper is there before the page is laid out for it, as large as it was then, and gone afterwards', () => {
  let pixels = 1100
  const Frame = () => <p>{usePrinting(() => pixels) ?? 'screen'}</p>
  render(<Frame />)
  pixels = 700
  // no frame is drawn in between, so it is read at once
  window.dispatchEvent(new Event('beforeprint'))
  expect(screen.getByText('700')).toBeDefined()
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(screen.getByText('screen')).toBeDefined()
})
