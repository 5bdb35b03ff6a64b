import type { ForwardingError } from '#domain/exchange/forwarding.ts'
import { FtpLoginRefused, FtpRefused, FtpTimeout } from '../../platform/adapters/ftp.ts'
import { MailRefused, MailServerSilent } from '../../platform/adapters/mailer.ts'
import { AddressNotAllowed } from '../../platform/adapters/public-address.ts'

/**
 * `refused`: it will be so again until somebody changes something. `detail` is a number or word that the error's text shows.
 * `isSilent`: there was no answer at all.
 */
export type Failure = {
  outcome: 'failed' | 'refused'
  error: ForwardingError
  detail?: string
  retryAfterMs?: number
  isSilent?: true
}

const unreachable = new Set(['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'EPIPE', 'EADDRNOTAVAIL'])
const unknownName = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ENODATA'])

/** What somebody is told about an error of the network, a server or our own; never its inner text. */
export function failureOf(error: unknown): Failure {
  // the same as for an unknown name: nobody is told which names there are in the network of the server
  if (error instanceof AddressNotAllowed) return { outcome: 'failed', error: 'name_unknown' }
  if (error instanceof MailRefused) return { outcome: 'refused', error: 'mail_refused' }
  if (error instanceof FtpLoginRefused) return { outcome: 'refused', error: 'login_refused' }
  if (error instanceof FtpRefused) {
    return { outcome: error.code < 500 ? 'failed' : 'refused', error: 'upload_refused', detail: String(error.code) }
  }
  if (error instanceof FtpTimeout) return silent('timeout')
  if (error instanceof MailServerSilent) return silent('mail_failed')
  const { code = '', name } = error as { code?: string | number; name?: string }
  const word = String(code)
  if (name === 'TimeoutError' || name === 'AbortError' || word === 'ETIMEDOUT') return silent('timeout')
  if (unknownName.has(word)) return silent('name_unknown')
  if (unreachable.has(word)) return silent('unreachable')
  if (/CERT|TLS|SSL|SELF_SIGNED|ISSUER/.test(word)) return { outcome: 'failed', error: 'tls' }
  return { outcome: 'failed', error: 'internal' }
}

const silent = (error: ForwardingError): Failure => ({ outcome: 'failed', error, isSilent: true })
