import { expect, test } from 'vitest'
import { createEvents } from '../../platform/runtime/events.ts'
import { followEvents } from './follow-events.ts'

const viewer = { accountId: 1, admin: false }

function follow(visible: () => Promise<ReadonlySet<number>>) {
  const events = createEvents()
  const source = followEvents(events, { readViewer: async () => viewer, readVisible: visible }, viewer)
  const { signal } = new AbortController()
  const next = async () => (await source.next(signal))?.map(({ event, data }) => [event, data])
  return { events, source, next }
}

const of = (controllerId: number) => ({ controllerId, scaleIds: [] })
const told = (type: string, id: number, controllerId: number) => [type, { id, ...of(controllerId) }]

test('what a transmitter sends right after it was claimed is reported', async () => {
  let visible = new Set<number>()
  const { events, source, next } = follow(async () => visible)
  const heard = next()
  await Promise.resolve()
  visible = new Set([7])
  events.publish({ type: 'controller', ...of(7) })
  events.publish({ type: 'reading', ...of(7) })
  events.publish({ type: 'reading', ...of(8) })
  expect(await heard).toEqual([told('controller', 1, 7), told('reading', 2, 7)])
  source.stop()
})

test('so is what it sends while its visibility is being looked up', async () => {
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<Set<number>>()
  let times = 0
  const { events, source, next } = follow(() => {
    if (++times === 1) return Promise.resolve(new Set())
    asked.resolve()
    return answer.promise
  })
  const heard = next()
  await Promise.resolve()
  events.publish({ type: 'controller', ...of(7) })
  await asked.promise
  events.publish({ type: 'reading', ...of(7) })
  answer.resolve(new Set([7]))
  expect(await heard).toEqual([told('controller', 1, 7)])
  expect(await next()).toEqual([told('reading', 2, 7)])
  source.stop()
})
