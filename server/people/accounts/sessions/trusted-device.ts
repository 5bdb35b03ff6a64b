import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { DAY_MS } from '#domain/platform/durations.ts'
import type { Deps } from '../../../deps.ts'
import { isHttps } from '../../../platform/http/connections/client-connection.ts'

const NAME = 'hivewatch_device'
const PURPOSE = 'trusted device'
const LIFE_DAYS = 400
const ACCOUNTS_MAXIMUM = 5
const MAC_LENGTH = 32

type Cookies = Pick<Deps, 'config' | 'clock' | 'ids' | 'secrets'>

/**
 * Sets a cookie saying that an account's owner has signed in with this browser before. It opens nothing: it lets the owner try a
 * password ten times in a quarter of an hour, while strangers guessing at the same account have to wait.
 */
export function trustDevice(c: Context, deps: Cookies, email: string, id = deps.ids.uuid()): void {
  const { config, clock, secrets } = deps
  const nonce = `${Math.floor(clock.now() / DAY_MS)}-${id}`
  const others = read(c, deps).filter((entry) => !isFor(entry, deps, email))
  write(c, config, [`${nonce}.${macOf(secrets, email, nonce)}`, ...others].slice(0, ACCOUNTS_MAXIMUM))
}

/** Signing out leaves no trace of the account on the device. */
export function distrustDevice(c: Context, deps: Cookies, email: string): void {
  const known = read(c, deps)
  const others = known.filter((entry) => !isFor(entry, deps, email))
  if (others.length < known.length) write(c, deps.config, others)
}

function write(c: Context, config: Cookies['config'], entries: string[]): void {
  const secure = isHttps(c, config)
  setCookie(c, NAME, entries.join('~'), {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    maxAge: entries.length > 0 ? LIFE_DAYS * (DAY_MS / 1000) : 0,
    secure,
    ...(secure ? { prefix: 'host' } : {}),
  })
}

/** The id of the device if this account has signed in on it before; its attempts are counted under this id. */
export const trustedDevice = (c: Context, deps: Cookies, email: string): string | undefined =>
  read(c, deps)
    .find((entry) => isFor(entry, deps, email))
    ?.split('.')[0]

function read(c: Context, { config }: Cookies): string[] {
  const value = isHttps(c, config) ? getCookie(c, NAME, 'host') : getCookie(c, NAME)
  return (value ?? '').split('~').filter(Boolean).slice(0, ACCOUNTS_MAXIMUM)
}

function isFor(entry: string, { clock, secrets }: Cookies, email: string): boolean {
  const [nonce = '', mac = ''] = entry.split('.')
  const days = Math.floor(clock.now() / DAY_MS) - Number.parseInt(nonce, 10)
  return days <= LIFE_DAYS && mac.length === MAC_LENGTH && mac === macOf(secrets, email, nonce)
}

const macOf = (secrets: Deps['secrets'], email: string, nonce: string): string =>
  secrets.keyedHash(`${email} ${nonce}`, PURPOSE).slice(0, MAC_LENGTH)
