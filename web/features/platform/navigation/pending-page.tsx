import { useEffect } from 'react'
import { whileSlow } from '../../../api/slow-calls.ts'
import { Spinner } from '../../../ui/status/spinner.tsx'

/** Shown while a part of the app loads. If that takes too long, says so and offers the way to the start page. */
export function PendingPage() {
  useEffect(() => whileSlow(() => window.location.assign('/')), [])
  return <Spinner size={200} />
}
