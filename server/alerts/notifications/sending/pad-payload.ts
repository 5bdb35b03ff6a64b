import { PUSH_PAYLOAD_MAXIMUM_BYTES } from '#domain/alerts/push-message.ts'

/** All that is sent in ordinary words fits the first. */
const SIZES = [2048, PUSH_PAYLOAD_MAXIMUM_BYTES]

/**
 * JSON with blanks behind it, so that a push service, which sees the size of what it cannot read, does not learn from it what kind of
 * alarm it carries.
 */
export function padPayload(json: string): string {
  const bytes = Buffer.byteLength(json)
  const size = SIZES.find((size) => size >= bytes) ?? bytes
  return json + ' '.repeat(size - bytes)
}
