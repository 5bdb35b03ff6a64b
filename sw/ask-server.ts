import { decodeContainer } from '#domain/hives/tiles/timeline-container.ts'
import type { Level } from '#domain/hives/tiles/timeline-tile.ts'
import type { Question } from './plan-requests.ts'
import type { ServerAnswer } from './tile-store.ts'

/** There is no network, or the answer is not from a working server. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}

export type AskServer = (level: Level, question: Question, language: string) => Promise<ServerAnswer | Response>

function pathOf(level: Level, { seriesIds, from, to, since }: Question): string {
  const parameters = new URLSearchParams()
  const scales = seriesIds.filter((id) => id > 0)
  const controllers = seriesIds.filter((id) => id < 0).map((id) => -id)
  if (scales.length > 0) parameters.set('scales', scales.join(','))
  if (controllers.length > 0) parameters.set('controllers', controllers.join(','))
  parameters.set('from', String(from))
  parameters.set('to', String(to))
  parameters.set('level', level)
  if (since !== undefined) parameters.set('since', String(since))
  return `/api/timeline?${parameters}`
}

/**
 * Returns a function that asks the server a question; identical questions at the same time are sent only once. A refusal (401, 404, …) is
 * returned as it is. Throws Unreachable if there is no network, the server is busy or failing, or the answer is invalid.
 */
export function createAskServer(fetch: (request: Request) => Promise<Response>, now: () => number): AskServer {
  const underWay = new Map<string, Promise<ServerAnswer | Response>>()

  async function ask(
    url: string,
    level: Level,
    question: Question,
    language: string,
  ): Promise<ServerAnswer | Response> {
    const headers = { Accept: 'application/octet-stream', 'Accept-Language': language }
    try {
      const response = await fetch(new Request(url, { headers, credentials: 'same-origin' }))
      if (response.status >= 500 || response.status === 429) throw new Unreachable(`answered ${response.status}`)
      if (!response.ok) return response
      const container = decodeContainer(new Uint8Array(await response.arrayBuffer()))
      if (container.level !== level) throw new Unreachable('answered another level')
      const { seriesIds, from, to, since } = question
      const confirmation = { from, to, since, cursor: container.cursor, confirmedAt: now() }
      return { seriesIds, confirmation, tiles: container.tiles }
    } catch (cause) {
      throw cause instanceof Unreachable ? cause : new Unreachable('no answer', { cause })
    }
  }

  return async (level, question, language) => {
    const url = new URL(pathOf(level, question), globalThis.location.origin).href
    let asked = underWay.get(url)
    if (!asked) {
      asked = ask(url, level, question, language).finally(() => underWay.delete(url))
      underWay.set(url, asked)
    }
    const answer = await asked
    return answer instanceof Response ? answer.clone() : answer
  }
}
