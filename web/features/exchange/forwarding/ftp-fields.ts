import { PASSWORD_MASK } from '#domain/exchange/forwarding.ts'

/** The parts of an FTP address, as in the form. `server` includes `:port` if it is not the default. */
type FtpFields = { server: string; user: string; password: string; folder: string; secure: boolean }

const SERVER = /^(\[[0-9a-f:.]+\]|[^\s/@?#:[\]]+)(:\d{1,5})?$/i

export const isServer = (text: string): boolean => SERVER.test(text)

/** Returns the parts of an address from the server, which never includes the password. */
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
 * Returns the address made of these parts. With `before`, the address being changed, an empty password keeps the existing one.
 * Returns undefined if that password must not be reused: for another server, user or connection security.
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
