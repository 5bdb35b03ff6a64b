/**
 * Returns the lower-case hex SHA-256 of what was typed; nothing else ever leaves the browser. Over plain http, as in a home network, browsers do not offer
 * their cryptography; then it is computed in JavaScript.
 */
export async function hashPassword(password: string): Promise<string> {
  const bytes = new TextEncoder().encode(password)
  const digest = crypto.subtle
    ? new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    : (await import('@noble/hashes/sha2.js')).sha256(bytes)
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
