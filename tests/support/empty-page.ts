import { cleanup, configure } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, beforeEach, vi } from 'vitest'

// a page without a layout has nothing to scroll
Element.prototype.scrollIntoView ??= () => {}

// as all waits (vite.config.ts): a busy machine may stand still for longer than the second there is else
configure({ asyncUtilTimeout: 60_000 })

// files share one page: nothing of one test is there in the next
beforeEach(() => {
  document.body.replaceChildren()
  window.localStorage.clear()
  window.sessionStorage.clear()
})
afterEach(cleanup)
// what is still loading would come with parts of its own, once another test loads all of them anew
afterEach(() => vi.dynamicImportSettled())
// the next stack of notices would show what no earlier one has put away
afterEach(() => void toast.dismiss())
