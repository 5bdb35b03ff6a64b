import { cleanup, configure } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, beforeEach, vi } from 'vitest'

// without a layout, there is nothing to scroll
Element.prototype.scrollIntoView ??= () => {}

// the same as all other timeouts (vite.config.ts): a busy machine may stall for longer than the default second
configure({ asyncUtilTimeout: 60_000 })

// files share one page, so nothing of one test may remain in the next
beforeEach(() => {
  document.body.replaceChildren()
  window.localStorage.clear()
  window.sessionStorage.clear()
})
afterEach(cleanup)
// if another test resets all modules, anything still loading would bring its own copies of them
afterEach(() => vi.dynamicImportSettled())
// otherwise the next stack of notices would show those that were never dismissed
afterEach(() => void toast.dismiss())
