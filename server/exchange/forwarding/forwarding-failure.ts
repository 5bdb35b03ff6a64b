import type { ForwardingError } from '#domain/exchange/forwarding.ts'
import { FtpBroken, FtpLoginRefused, FtpRefused, FtpTimeout } from '../../platform/adapters/ftp.ts'
import { MailRefused, MailServerSilent } from '../../platform/adapters/mailer.ts'
import { AddressNotAllowed } from '../../platform/adapters/public-address.ts'

/**
 * `refused`: it will fail again until somebody changes something. `detail` is a number or word for the error's text. `isSilent`: there was no
 * answer at all.
 */
export type Failure = {
  outcome: 'failed' | 'refused'
  error: ForwardingError
  detail?: string
  retryAfterMs?: number
  isSilent?: true
}

const unreachable = new Set(['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'EPIPE', 'EADDRNOTAVAIL'])
const unknownName = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ENODATA', 'ETIMEOUT', 'ESERVFAIL', 'EREFUSED'])

/** Describes an error of the network, a server or our own for users; never includes its internal text. */
export function failureOf(error: unknown): Failure {
  // same as for an unknown name, so that nobody learns which names exist in the server's network
  if (error instanceof AddressNotAllowed) return { outcome: 'failed', error: 'name_unknown' }
  if (error instanceof MailRefused) return { outcome: 'refused', error: 'mail_refused' }
  if (error instanceof FtpLoginRefused) return { outcome: 'refused', error: 'login_refused' }
  if (error instanceof FtpRefused) {
    return { outcome: error.code < 500 ? 'failed' : 'refused', error: 'upload_refused', detail: String(error.code) }
  }
  if (error instanceof FtpTimeout) return silent('timeout')
  if (error instanceof FtpBroken) return silent('unreachable')
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
