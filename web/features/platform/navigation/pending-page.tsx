import { useEffect } from 'react'
import { whileSlow } from '../../../api/slow-calls.ts'
import { Spinner } from '../../../ui/status/spinner.tsx'

/** While a part of the app is on its way: whoever waits for it in vain is told so, and is led to the start. */
export function PendingPage() {
  useEffect(() => whileSlow(() => window.location.assign('/')), [])
  return <Spinner size={200} />
}
