import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'

// files share one page: nothing of one test is there in the next
beforeEach(() => {
  window.localStorage.clear()
  window.sessionStorage.clear()
})
afterEach(cleanup)
