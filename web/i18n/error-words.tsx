import type { ReactNode } from 'react'
import { ApiError, CanceledError, OfflineError } from '../api/api-error.ts'
import { FormattedMessage } from './intl.tsx'

/** What to tell about a failure: the server's words, that there is no network, or that it was ours. */
export function ErrorWords({ error }: { error: unknown }): ReactNode {
  if (error instanceof ApiError && error.message) {
    // where a value is wrong, which one says more than that one is
    const faults = error.issues.filter(({ code }) => code).map(({ message }) => message)
    return [error.message, ...faults.slice(0, 3)].join(' ')
  }
  if (error instanceof CanceledError) return <FormattedMessage id="app.canceled" />
  return <FormattedMessage id={error instanceof OfflineError ? 'app.offline.next' : 'app.crash.next'} />
}
