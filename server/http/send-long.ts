import { setImmediate as othersTurn, setTimeout as rest } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/** The kernel copies so much to the network in a fraction of a millisecond. */
const PART_BYTES = 256 * 1024
/** A year of twenty scales by hour does not wait. */
const AT_ONCE_BYTES = 6 * PART_BYTES
/** Beyond that 64 MB a second: more than a beekeeper's network takes, and it leaves the transmitters most of the processor's time. */
const REST_MS = 4

/**
 * Answers 200 with a long body: part by part, so that transmitters get their turn in between, and its memory is given back once it
 * was handed to the network or its connection is gone; `body` is empty then. Left to the garbage collector, megabytes an answer
 * stop the thread that transmitters wait for.
 */
export function sendLong(c: Context, body: Uint8Array<ArrayBuffer>, headers: Record<string, string>): Response {
  const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>
  outgoing?.once('close', () => body.buffer.transfer(0))
  if (body.length <= PART_BYTES) return c.body(body, 200, headers)
  return c.body(inParts(body), 200, { ...headers, 'Content-Length': String(body.length) })
}

function inParts(body: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array> {
  let at = 0
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    if (at > 0) await (at < AT_ONCE_BYTES ? othersTurn() : rest(REST_MS))
    // where the connection is gone there is no body any more
    const end = Math.min(at + PART_BYTES, body.length)
    controller.enqueue(body.subarray(at, end))
    at = end
    if (at === body.length) controller.close()
  }
  return new ReadableStream({ pull }, { highWaterMark: 0 })
}
