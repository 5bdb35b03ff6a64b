import * as v from 'valibot'
import { parseUrl } from './parse-url.ts'

const form =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[\da-z]+(?:-+[\da-z]+)*\.)+(?:xn--[\da-z-]*[\da-z]|[a-z]{2,})$/i

/** Checks an e-mail address. Unlike Valibot's own `email`, takes o'neil@, r&d@ and the xn-- of domains with umlauts. */
export const emailAddress = <Words extends string | undefined = undefined>(words?: Words) => ({
  ...v.email<string, Words>(words as Words),
  requirement: form,
})

/** Writes a domain with umlauts as DNS does (xn--): some browsers do that in a field for e-mail addresses, Firefox and Safari do not. */
export function withAsciiDomain(typed: string): string {
  const at = typed.lastIndexOf('@') + 1
  const domain = typed.slice(at).normalize('NFC')
  // what only looks like other letters, such as \u017f for s, stays and is refused
  const isName = /^[\p{L}\p{M}\d.-]+$/u.test(domain) && domain.normalize('NFKC') === domain
  const ascii = isName ? parseUrl(`http://${domain}`)?.hostname : undefined
  return ascii ? typed.slice(0, at) + ascii : typed
}
