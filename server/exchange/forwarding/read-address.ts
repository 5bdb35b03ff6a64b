import * as v from 'valibot'
import { type ForwardingTarget, PASSWORD_MASK } from '#domain/exchange/forwarding.ts'
import { Email } from '#domain/people/account.ts'
import type { IssueCode } from '#domain/platform/error-reply.ts'
import { breaksFtpCommand, type FtpAddress } from '../../platform/adapters/ftp.ts'
import { isPublicHost } from '../../platform/adapters/public-address.ts'
import { isAllowedUrl } from '../../platform/adapters/safe-fetch.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { hashToken } from '../../platform/runtime/ids.ts'

const FTP_PORT = 21
const FIRST_FREE_PORT = 1024

/** `address` has the password removed; `password` is undefined if none was given; two addresses are the same if their `key` is equal. */
export type ReadAddress = { address: string; password: string | undefined; key: string }

/** Validates the address to forward to. Throws 400 `invalid_body` or `address_not_public`. */
export function readAddress(target: ForwardingTarget, text: string, allowPrivate: boolean): ReadAddress {
  if (target === 'capaz') return readMailAddress(text)
  return target === 'raw' ? readWebAddress(text, allowPrivate) : readFtpAddress(text, allowPrivate)
}

function readMailAddress(text: string): ReadAddress {
  const email = v.safeParse(Email, text)
  if (!email.success) throw invalid('not_email')
  return withKey(email.output, undefined)
}

function readWebAddress(text: string, allowPrivate: boolean): ReadAddress {
  if (!URL.canParse(text)) throw invalid('wrong_form', 'https://…')
  const url = new URL(text)
  url.hash = ''
  if (!isAllowedUrl(url.href, allowPrivate, true)) throw new AppError(400, 'address_not_public')
  return withKey(url.href, undefined)
}

function readFtpAddress(text: string, allowPrivate: boolean): ReadAddress {
  const url = parseFtp(text)
  if (!url || url.search || url.hash) throw invalid('wrong_form', 'ftp://user:password@host/folder')
  const { host, port, user, password, folder } = ftpAddressOf(url, '')
  if (!user || [user, password, folder].some(breaksFtpCommand))
    throw invalid('wrong_form', 'ftp://user:password@host/folder')
  const isAllowed = isPublicHost(host) && (port === FTP_PORT || port >= FIRST_FREE_PORT)
  if (!allowPrivate && !isAllowed) throw new AppError(400, 'address_not_public')
  const given = url.password === '' ? undefined : password
  url.password = ''
  return withKey(`${isSecure(text) ? 'ftps' : 'ftp'}${url.href.slice('ftp'.length)}`, given)
}

const withKey = (address: string, password: string | undefined): ReadAddress => ({
  address,
  password,
  key: hashToken(address),
})

const invalid = (code: IssueCode, detail?: string) =>
  new AppError(400, 'invalid_body', { issues: [{ path: 'address', code, detail }] })

const isSecure = (text: string) => /^ftps:/i.test(text)

/** Always parsed as `ftp:`, the only form in which the URL parser normalizes the host. */
function parseFtp(text: string): URL | undefined {
  if (!/^ftps?:\/\//i.test(text)) return undefined
  const plain = text.replace(/^ftps:/i, 'ftp:')
  if (!URL.canParse(plain)) return undefined
  const url = new URL(plain)
  try {
    ftpAddressOf(url, '')
    return url
  } catch {
    return undefined
  }
}

function ftpAddressOf(url: URL, password: string): Omit<FtpAddress, 'secure'> {
  return {
    host: url.hostname,
    port: url.port === '' ? FTP_PORT : Number(url.port),
    user: decodeURIComponent(url.username),
    password: url.password === '' ? password : decodeURIComponent(url.password),
    folder: decodeURIComponent(url.pathname.replace(/^\/|\/$/g, '')),
  }
}

/** Converts a stored FTP address and its password for use. */
export function openFtpAddress(address: string, password: string): FtpAddress {
  return { ...ftpAddressOf(parseFtp(address)!, password), secure: isSecure(address) }
}

/** An address as shown to its owner: reveals that there is a password, but nothing about it. */
export function maskAddress(address: string, hasPassword: boolean): string {
  if (!hasPassword) return address
  const url = parseFtp(address)!
  url.password = PASSWORD_MASK
  return `${isSecure(address) ? 'ftps' : 'ftp'}${url.href.slice('ftp'.length)}`
}

/** Whether the new address has the same login as the old one, so that the stored password may be sent there. */
export function isSameLogin(before: string, after: string): boolean {
  const [a, b] = [parseFtp(before), parseFtp(after)]
  return (
    a !== undefined &&
    b !== undefined &&
    isSecure(before) === isSecure(after) &&
    a.host === b.host &&
    a.username === b.username
  )
}
