import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Config } from '../../../platform/config/config.ts'
import { isHttps } from '../../../platform/http/connections/client-connection.ts'

const NAME = 'hivewatch_session'

/** The session's token. Over https it is read only from the `__Host-` cookie, which no other host can plant. */
export const readSessionCookie = (c: Context, config: Config): string | undefined =>
  isHttps(c, config) ? getCookie(c, NAME, 'host') : getCookie(c, NAME)

export const writeSessionCookie = (c: Context, config: Config, token: string, seconds: number): void =>
  put(c, config, token, seconds)

export const clearSessionCookie = (c: Context, config: Config): void => put(c, config, '', 0)

function put(c: Context, config: Config, token: string, maxAge: number): void {
  const secure = isHttps(c, config)
  setCookie(c, NAME, token, {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    maxAge,
    secure,
    ...(secure ? { prefix: 'host' } : {}),
  })
}
