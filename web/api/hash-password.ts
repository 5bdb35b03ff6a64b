/**
 * The lower-case hex SHA-256 of what was typed: all that ever leaves the browser. Over plain http, as in a home network, browsers
 * keep their cryptography to themselves; then it is counted in script.
 */
export async function hashPassword(password: string): Promise<string> {
  const bytes = new TextEncoder().encode(password)
  const digest = crypto.subtle
    ? new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    : (await import('@noble/hashes/sha2.js')).sha256(bytes)
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
