import { describe, expect, it, vi } from 'vitest'
import { TimelineStandIn } from '../tests/support/browser/timeline-stand-in.ts'
import { createAskServer, Unreachable } from './ask-server.ts'

vi.stubGlobal('location', { origin: 'https://hive.test' })
const span = { from: 0, to: 86_400 }

describe('a question to the server', () => {
  it('is sent once if two ask it at the same time, and again later', async () => {
    const server = new TimelineStandIn()
    const ask = createAskServer(server.fetch, () => 5)
    const question = { seriesIds: [1, -2], ...span, since: 3 }
    const [first, second] = await Promise.all([ask('raw', question, 'de'), ask('raw', question, 'de')])
    expect(first).toEqual(second)
    expect(server.asked.map(String)).toEqual([
      'https://hive.test/api/timeline?scales=1&controllers=2&from=0&to=86400&level=raw&since=3',
    ])
    await ask('raw', question, 'de')
    expect(server.asked).toHaveLength(2)
  })

  it('gives each of two callers a readable refusal', async () => {
    const ask = createAskServer(
      async () => Response.json({ code: 'scale_not_found' }, { status: 404 }),
      () => 5,
    )
    const refusals = await Promise.all([1, 2].map(() => ask('raw', { seriesIds: [1], ...span }, 'de')))
    for (const refusal of refusals) {
      if (!(refusal instanceof Response)) throw new Error('not refused')
      expect(await refusal.json()).toEqual({ code: 'scale_not_found' })
    }
  })

  it.each([429, 500, 503])('has no answer when the server is in trouble: %d', async (status) => {
    const ask = createAskServer(
      async () => new Response('', { status }),
      () => 5,
    )
    await expect(ask('raw', { seriesIds: [1], ...span }, 'de')).rejects.toThrow(Unreachable)
  })
})
