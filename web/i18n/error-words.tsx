import type { ReactNode } from 'react'
import { ApiError, CanceledError, OfflineError } from '../api/api-error.ts'
import { FormattedMessage } from './intl.tsx'

/** What to say about a failure: the server's message, that there is no network, or that it was our fault. */
export function ErrorWords({ error }: { error: unknown }): ReactNode {
  if (error instanceof ApiError && error.message) {
    // for an invalid value, which one is wrong says more than the general message
    const faults = error.issues.filter(({ code }) => code).map(({ message }) => message)
    return [error.message, ...faults.slice(0, 3)].join(' ')
  }
  if (error instanceof CanceledError) return <FormattedMessage id="app.canceled" />
  return <FormattedMessage id={error instanceof OfflineError ? 'app.offline.next' : 'app.crash.next'} />
}
