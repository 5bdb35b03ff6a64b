import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/**
 * Gives the memory of a long answer back once it was handed to the network or its connection is gone; `body` is empty then.
 * Left to the garbage collector, megabytes an answer stop the thread that transmitters wait for.
 */
export function freeWhenSent(c: Context, body: Uint8Array<ArrayBuffer>): void {
  const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>
  outgoing?.once('close', () => body.buffer.transfer(0))
}
