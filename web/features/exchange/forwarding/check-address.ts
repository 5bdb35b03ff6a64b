import * as v from 'valibot'
import type { ForwardingTarget } from '#domain/exchange/forwarding.ts'
import { Email } from '#domain/people/account.ts'
import { isServer, toFtpAddress } from './ftp-fields.ts'

export type WrongField = 'url' | 'email' | 'server' | 'user' | 'password'

const WebAddress = v.pipe(v.string(), v.url(), v.regex(/^https?:\/\//i), v.maxLength(500))

/** Returns the form's address for a target, or the fields that are wrong. `before`: the address being changed. */
export function checkAddress(
  target: ForwardingTarget,
  values: FormData,
  before?: string,
): { address: string } | { wrong: WrongField[] } {
  const text = (name: string) => String(values.get(name) ?? '').trim()
  if (target === 'raw') return v.is(WebAddress, text('url')) ? { address: text('url') } : { wrong: ['url'] }
  if (target === 'capaz') return v.is(Email, text('email')) ? { address: text('email') } : { wrong: ['email'] }
  const fields = {
    server: text('server'),
    user: text('user'),
    password: String(values.get('password') ?? ''),
    folder: text('folder'),
    secure: values.has('secure'),
  }
  const wrong: WrongField[] = []
  if (!isServer(fields.server)) wrong.push('server')
  if (fields.user === '') wrong.push('user')
  if (wrong.length > 0) return { wrong }
  const address = toFtpAddress(fields, before)
  return address === undefined ? { wrong: ['password'] } : { address }
}
