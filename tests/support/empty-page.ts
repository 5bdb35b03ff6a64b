import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'

// a page without a layout has nothing to scroll
Element.prototype.scrollIntoView ??= () => {}

// files share one page: nothing of one test is there in the next
beforeEach(() => {
  document.body.replaceChildren()
  window.localStorage.clear()
  window.sessionStorage.clear()
})
afterEach(cleanup)
