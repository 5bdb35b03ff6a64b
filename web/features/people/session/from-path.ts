import { parseUrl } from '#domain/platform/parse-url.ts'
import { searchOf, text } from '../../../api/read-fields.ts'

export const START_PATH = '/dashboard'

/** What the pages before signing in carry along: the path that was asked for. */
export const readFromSearch = searchOf({ from: text })

/** Where to go after signing in: the path that was asked for if it is one of ours, else the dashboard. */
export function fromPath(from: unknown, origin: string = window.location.origin): string {
  if (typeof from !== 'string' || !from.startsWith('/')) return START_PATH
  const target = parseUrl(from, origin)
  // `//host` and `/\host` parse as another origin; the sign-in page itself would lead in a circle
  if (target?.origin !== origin || target.pathname.startsWith('//') || target.pathname === '/') return START_PATH
  return target.pathname + target.search + target.hash
}
