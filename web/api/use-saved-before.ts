import { useRef } from 'react'
import { useIntl } from '../i18n/intl.tsx'
import { ApiError } from './api-error.ts'

/**
 * For changes of which the server says `no_changes` where everything is so already: where the try before ended without its answer, they
 * are saved. Returns what sends them, which then brings words alone.
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
