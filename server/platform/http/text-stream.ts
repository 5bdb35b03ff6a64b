import type { Logger } from '../runtime/logger.ts'

/**
 * The body of an answer that is written in pieces, as fast as they are fetched. If that fails halfway, it is logged and
 * the connection is aborted, as the status has already been sent.
 */
export function textStream(parts: AsyncGenerator<string>, logger: Logger): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let isRead = true
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await parts.next()
        // the reader left in the meantime
        if (!isRead) return
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      } catch (error) {
        logger.error({ err: error }, 'a response broke off')
        throw error
      }
    },
    async cancel() {
      isRead = false
      await parts.return(undefined)
    },
  })
}
