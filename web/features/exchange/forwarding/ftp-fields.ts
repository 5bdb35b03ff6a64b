import { PASSWORD_MASK } from '#domain/exchange/forwarding.ts'

/** An FTP address part by part, as a form has it. `server` with `:port` where it is another than usual. */
export type FtpFields = { server: string; user: string; password: string; folder: string; secure: boolean }

const SERVER = /^(\[[0-9a-f:.]+\]|[^\s/@?#:[\]]+)(:\d{1,5})?$/i

export const isServer = (text: string): boolean => SERVER.test(text)

/** The parts of an address as the server gives it; its password never comes along. */
export function readFtpFields(address: string): FtpFields {
  const url = new URL(address.replace(/^ftps:/, 'ftp:'))
  return {
    server: url.host,
    user: decodeURIComponent(url.username),
    password: '',
    folder: decodeURIComponent(url.pathname.replace(/^\/|\/$/g, '')),
    secure: address.startsWith('ftps:'),
  }
}

/**
 * The address of these parts. With `before`, the address that is changed, no password means the one it has. Undefined where that
 * may not go along: to another server or user, or over the other way of connecting.
 */
export function toFtpAddress(fields: FtpFields, before?: string): string | undefined {
  const isKept = fields.password === '' && before?.includes(`:${PASSWORD_MASK}@`)
  if (before && isKept && !isSameLogin(fields, readFtpFields(before))) return undefined
  const password = isKept ? PASSWORD_MASK : encodeURIComponent(fields.password)
  const login = `${encodeURIComponent(fields.user)}${password === '' ? '' : `:${password}`}`
  const folder = fields.folder.split('/').filter(Boolean).map(encodeURIComponent).join('/')
  return `${fields.secure ? 'ftps' : 'ftp'}://${login}@${fields.server}/${folder}`
}

const isSameLogin = (a: FtpFields, b: FtpFields) =>
  a.server.toLowerCase().replace(/:21$/, '') === b.server.replace(/:21$/, '') &&
  a.user === b.user &&
  a.secure === b.secure
