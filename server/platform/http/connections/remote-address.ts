import type { IncomingMessage } from 'node:http'

type Asked = Pick<IncomingMessage, 'socket'>

const told = new WeakMap<Asked, string>()

/** Says who is at the other end of a request that another node has passed on. */
export const tellRemote = (incoming: Asked, address: string): void => void told.set(incoming, address)

/** Who is at the other end, before anything that headers say. */
export const remoteOf = (incoming: Asked): string | undefined => told.get(incoming) ?? incoming.socket.remoteAddress
