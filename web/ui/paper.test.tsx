import { act, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PAPER_PIXELS, useWidth } from './layout/use-width.ts'
import { useLook } from './look.ts'
import { usePhone } from './media.ts'

class NoObserver {
  observe() {}
  disconnect() {}
}
beforeEach(() => vi.stubGlobal('ResizeObserver', NoObserver))
afterEach(() => {
  vi.unstubAllGlobals()
  delete document.documentElement.dataset.theme
})

function Picture() {
  const outer = useRef<HTMLParagraphElement>(null)
  const width = useWidth(outer, 320)
  return <p ref={outer}>{width}</p>
}

test('a picture has the width of a sheet as soon as a page is printed, and its own again afterwards', () => {
  render(<Picture />)
  const picture = screen.getByText('320')
  vi.spyOn(picture, 'clientWidth', 'get').mockReturnValue(1200)
  // no frame is drawn in between, so it is read at once
  window.dispatchEvent(new Event('beforeprint'))
  expect(picture.textContent).toBe(String(PAPER_PIXELS))
  act(() => window.dispatchEvent(new Event('afterprint')))
  expect(picture.textContent).toBe('1200')
})

test('on a dark device, a canvas is light while a page is printed', async () => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
  const Look = () => <p>{useLook()}</p>
  render(<Look />)
  expect(screen.getByText('hivewatch-dark')).toBeDefined()
  window.dispatchEvent(new Event('beforeprint'))
  expect(await screen.findByText('hivewatch-light')).toBeDefined()
  window.dispatchEvent(new Event('afterprint'))
  expect(await screen.findByText('hivewatch-dark')).toBeDefined()
})

test('what is a list on a phone is one on paper, too, which is wider', () => {
  let prints = false
  const told = new EventTarget()
  vi.stubGlobal('matchMedia', (query: string) => Object.assign(told, { matches: query === 'print' ? prints : !prints }))
  const Hives = () => <p>{usePhone() ? 'list' : 'table'}</p>
  render(<Hives />)
  expect(screen.getByText('list')).toBeDefined()
  prints = true
  act(() => void told.dispatchEvent(new Event('change')))
  expect(screen.getByText('list')).toBeDefined()
})
