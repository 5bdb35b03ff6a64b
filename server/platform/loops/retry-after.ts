/** The pause requested by a `Retry-After` header, in ms: seconds or an HTTP date (RFC 9110, 10.2.3). */
export function readRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  if (!header) return undefined
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000
  const time = Date.parse(header)
  return Number.isNaN(time) ? undefined : Math.max(0, time - nowMs)
}
