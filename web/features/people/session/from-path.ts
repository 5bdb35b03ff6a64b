import { parseUrl } from '#domain/platform/parse-url.ts'
import { searchOf, text } from '../../../api/read-fields.ts'

export const START_PATH = '/dashboard'

/** Reads what the pages before signing in pass along: the path that was requested. */
export const readFromSearch = searchOf({ from: text })

/** Returns where to go after signing in: the requested path if it is one of ours, otherwise the dashboard. */
export function fromPath(from: unknown, origin: string = window.location.origin): string {
  if (typeof from !== 'string' || !from.startsWith('/')) return START_PATH
  const target = parseUrl(from, origin)
  // `//host` and `/\host` parse as another origin; the sign-in page itself would be a loop
  if (target?.origin !== origin || target.pathname.startsWith('//') || target.pathname === '/') return START_PATH
  return target.pathname + target.search + target.hash
}
