import { PUSH_PAYLOAD_MAXIMUM_BYTES } from '#domain/alerts/push-message.ts'

/** All messages of ordinary length fit the first. */
const SIZES = [2048, PUSH_PAYLOAD_MAXIMUM_BYTES]

/** Pads JSON with spaces, so that a push service, which sees the size but not the content, cannot tell what kind of alarm it is. */
export function padPayload(json: string): string {
  const bytes = Buffer.byteLength(json)
  const size = SIZES.find((size) => size >= bytes) ?? bytes
  return json + ' '.repeat(size - bytes)
}
