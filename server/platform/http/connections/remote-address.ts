import type { IncomingMessage } from 'node:http'

type Asked = Pick<IncomingMessage, 'socket'>

const told = new WeakMap<Asked, string>()

/** Records the remote address of a request that another node passed on. */
export const tellRemote = (incoming: Asked, address: string): void => void told.set(incoming, address)

/** The remote address, regardless of any headers. */
export const remoteOf = (incoming: Asked): string | undefined => told.get(incoming) ?? incoming.socket.remoteAddress
