import * as v from 'valibot'
import type { NotificationBody, ServiceType } from '#domain/alerts/notification.ts'
import { readTopicUrl } from '../../platform/adapters/ntfy.ts'
import { isAllowedUrl } from '../../platform/adapters/safe-fetch.ts'
import { newSigningSecret } from '../../platform/adapters/signed-webhook.ts'
import { AppError } from '../../platform/http/app-error.ts'

type Body = v.InferOutput<typeof NotificationBody>

const URL_LENGTH = 2000
const BOT_TOKEN = /^\d{1,20}:[A-Za-z0-9_-]{20,100}$/
const CHAT = /^(-?\d{1,16}|@[A-Za-z]\w{3,31})$/
const ROOM = /^![^\s/?#]{1,254}$/

/** The server and room of a Matrix channel, as its address stores them. */
const MatrixRoom = v.pipe(v.string(), v.parseJson(), v.object({ server: v.string(), room: v.string() }))
export const matrixRoomOf = (address: string) => v.parse(MatrixRoom, address)

/** Returns a service's address and its token in the clear; a webhook gets a signing secret of its own. Throws 400 with the code of the invalid value. */
export function readServiceAddress(
  type: ServiceType,
  { address, server = '', token }: Pick<Body, 'address' | 'server' | 'token'>,
  allowPrivate: boolean,
): { address: string; token: string | undefined } {
  switch (type) {
    case 'webhook':
      requireUrl(address, allowPrivate)
      return { address: withPlainHost(address), token: newSigningSecret() }
    case 'ntfy':
      if (!readTopicUrl(address)) throw new AppError(400, 'ntfy_topic_invalid', at('address'))
      requireUrl(address, allowPrivate)
      return { address: withPlainHost(address), token }
    case 'telegram':
      if (!CHAT.test(address)) throw new AppError(400, 'telegram_chat_invalid', at('address'))
      return { address, token: requireToken(type, token) }
    case 'matrix': {
      requireUrl(server, allowPrivate)
      const { origin, pathname } = new URL(server)
      if (!ROOM.test(address)) throw new AppError(400, 'matrix_room_invalid', at('address'))
      const place = { server: `${origin}${pathname.replace(/\/$/, '')}`, room: address }
      return { address: JSON.stringify(place), token: requireToken(type, token) }
    }
  }
}

/** Returns a token if it has the form its service requires. Throws 400 `token_invalid`. */
export function requireToken(type: ServiceType, token: string | undefined): string {
  if (token === undefined || (type === 'telegram' && !BOT_TOKEN.test(token)))
    throw new AppError(400, 'token_invalid', at('token'))
  return token
}

function requireUrl(text: string, allowPrivate: boolean): void {
  if (text.length > URL_LENGTH || !isAllowedUrl(text, allowPrivate)) throw new AppError(400, 'endpoint_not_allowed')
}

/** Lower-cases scheme and host, since `HTTPS://Host/Path` is the same address as `https://host/Path`. */
const withPlainHost = (url: string) => url.replace(/^[^:]+:\/\/[^/?#]+/, (part) => part.toLowerCase())

const at = (path: string) => ({ issues: [{ path, message: 'not of the form that this service has' }] })
