import { useRef } from 'react'
import { useIntl } from '../i18n/intl.tsx'
import { ApiError } from './api-error.ts'

/**
 * For changes that the server refuses with `no_changes` if everything is already so: if the previous attempt ended without an answer, this refusal means that
 * it was saved. Returns a function that wraps the request and then returns only a message.
 */
export function useSavedBefore() {
  const intl = useIntl()
  const isUnknown = useRef(false)
  return async function savedBefore<Reply>(request: Promise<Reply>): Promise<Reply | { message: string }> {
    const wasUnknown = isUnknown.current
    isUnknown.current = false
    try {
      return await request
    } catch (error) {
      const refusal = error instanceof ApiError && error.status < 500 ? error : undefined
      isUnknown.current = refusal === undefined
      if (wasUnknown && refusal?.code === 'no_changes') {
        return { message: intl.formatMessage({ id: 'notification.message.saved' }) }
      }
      throw error
    }
  }
}
