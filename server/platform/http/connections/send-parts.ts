import { setImmediate as othersTurn, setTimeout as rest } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Logger } from '../../runtime/logger.ts'
import { createFairTurns } from './fair-turns.ts'

/** Each holds a few pieces of memory; further ones wait, which limits the memory for all of them. */
const ANSWERS_AT_ONCE = 48
const ANSWERS_AN_OWNER = 24
/** A year of twenty scales in hours is sent without pauses. */
const AT_ONCE_BYTES = 1536 * 1024
/** Beyond that, 64 MB per second at 256 kB per part: more than a beekeeper's network can take, and most of the CPU time is left to transmitters. */
const REST_MS = 4
/** After this long without reading a part, a client no longer holds others up. */
const SLOW_MS = 10_000
/** One part within this time is 2 kB per second, as on the worst mobile network. */
const GIVEN_UP_MS = 120_000
const SLOW_AT_ONCE = 100
/** The number of parts that the framework may take before the connection asks for them. */
const PARTS_AHEAD = 4

export type Part = { bytes: Uint8Array<ArrayBuffer>; isLast: boolean }

/** The owner of an answer, its first part, and how to read the next ones. */
export type LongAnswer = { owner: string; first: Part; next(): Promise<Part> }

type Limits = { atOnce?: number; perOwner?: number; slowMs?: number; givenUpMs?: number }

/**
 * Answers 200 with a body that is read in parts, each once the previous one is on its way. Each answer holds one part in memory;
 * a limited number run at a time and others wait, in turn by owner. Clients that do not read hold nobody up, and are cut off after two minutes.
 */
export function createSendParts(logger: Logger, limits: Limits = {}) {
  const { atOnce = ANSWERS_AT_ONCE, perOwner = ANSWERS_AN_OWNER, slowMs = SLOW_MS, givenUpMs = GIVEN_UP_MS } = limits
  const turns = createFairTurns(atOnce, perOwner)
  /** Answers whose client is not reading, longest first. */
  const slow = new Set<() => void>()

  return (c: Context, { owner, first, next }: LongAnswer, headers: Record<string, string>): Response => {
    if (first.isLast) return c.body(first.bytes, 200, headers)
    const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>
    const gone = new AbortController()
    let endTurn: (() => void) | undefined
    let timer: NodeJS.Timeout | undefined
    let held: Uint8Array<ArrayBuffer>[] = []
    let sentParts = 0
    let sentBytes = 0

    function giveUpTurn(): void {
      endTurn?.()
      endTurn = undefined
    }
    function cut(): void {
      end()
      outgoing?.destroy()
    }
    function end(): void {
      gone.abort()
      clearTimeout(timer)
      slow.delete(cut)
      giveUpTurn()
    }
    /** The last part was not taken in time. */
    function becomeSlow(): void {
      giveUpTurn()
      slow.add(cut)
      if (slow.size > SLOW_AT_ONCE) [...slow][0]!()
      else timer = setTimeout(cut, givenUpMs - slowMs)
    }

    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      clearTimeout(timer)
      slow.delete(cut)
      if (outgoing && sentParts > PARTS_AHEAD && held.at(-1)!.length > outgoing.writableHighWaterMark) giveBack(held)
      let part = first
      try {
        if (sentParts > 0) {
          endTurn ??= await withoutTimeout(outgoing, () => turns.take(owner, gone.signal))
          await (sentBytes < AT_ONCE_BYTES ? othersTurn() : rest(REST_MS))
          part = await next()
        }
      } catch (error) {
        const isCut = gone.signal.aborted
        end()
        if (isCut) return
        logger.error({ err: error }, 'a response broke off')
        if (!outgoing) throw error
        outgoing.destroy()
        return
      }
      // the client left in the meantime
      if (gone.signal.aborted) return void part.bytes.buffer.transfer(0)
      sentParts++
      sentBytes += part.bytes.length
      if (outgoing) held.push(part.bytes)
      controller.enqueue(part.bytes)
      if (!part.isLast) timer = setTimeout(becomeSlow, slowMs)
      else {
        end()
        controller.close()
      }
    }
    outgoing?.once('close', () => {
      end()
      giveBack(held)
      held = []
    })
    // compressing it in between would hold all of it in memory
    const untouched = { 'Cache-Control': 'no-store, no-transform', ...headers }
    return c.body(new ReadableStream({ pull, cancel: end }, { highWaterMark: 0 }), 200, untouched)
  }
}

/** An answer waiting for its turn sends nothing for a while, which must not count as idle. */
async function withoutTimeout<T>(outgoing: HttpBindings['outgoing'] | undefined, wait: () => Promise<T>): Promise<T> {
  const socket = outgoing?.socket
  const timeout = socket?.timeout ?? 0
  socket?.setTimeout(0)
  try {
    return await wait()
  } finally {
    socket?.setTimeout(timeout)
  }
}

/** Frees the parts' memory at once: left to the garbage collector, megabytes of it would block the thread that transmitters wait for. */
function giveBack(parts: Uint8Array<ArrayBuffer>[]): void {
  for (const { buffer } of parts.splice(0)) buffer.transfer(0)
}
