import { expect, test } from 'vitest'
import type { Scale } from '#domain/hives/scale.ts'
import type { OutboxEntry } from '#domain/platform/worker-message.ts'
import { mendedPart } from './mended-part.ts'

const scale: Scale = {
  id: 5,
  controllerId: 3,
  channel: 1,
  name: 'Linden',
  type: 'weight',
  emptyWeight: 20,
  feedStock: 0,
  visible: true,
  isBrood: false,
  gain: 200,
  state: 'active',
  color: 0,
  temperatureCompensation: null,
}
const known = {
  scales: [scale, { ...scale, id: 6, controllerId: 4 }, { ...scale, id: 7, state: 'archived' as const }],
  controllers: [
    { id: 3, access: 'own' as const },
    { id: 4, access: 'watched' as const },
  ],
}
const waits = (path: string, body?: unknown, changes: Partial<OutboxEntry> = {}): OutboxEntry => ({
  id: 'x',
  method: 'POST',
  path: `/api/${path}`,
  body,
  queuedAt: 0,
  rejection: null,
  trouble: null,
  retryAt: null,
  sending: false,
  ...changes,
})
const MUTE = 'notification/mute?idcontroller=3'
const mute = { notificationType: 'swarm', enddate: '2026-05-20T13:00:00.000Z' }

test('a mute can be rewritten with its type and end, an edit of a scale with what it would have changed', () => {
  expect(mendedPart(waits(MUTE, mute), known)).toEqual({ mute: { ...mute, controllerId: 3 } })
  expect(mendedPart(waits(MUTE, { ...mute, enddate: null }), known)).toEqual({
    mute: { ...mute, controllerId: 3, enddate: null },
  })
  expect(mendedPart(waits('scale/5', { name: 'Lime', channelId: 2 }), known)).toEqual({
    scale: { ...scale, name: 'Lime', channel: 2, pending: true },
  })
})

test.each([
  ['is on its way', waits(MUTE, mute, { sending: true })],
  ['ends a mute', waits('notification/unmute?idcontroller=3&notificationType=swarm', {})],
  ['is about a transmitter that is not known here', waits('notification/mute?idcontroller=9', mute)],
  ['mutes what does not exist', waits(MUTE, { ...mute, notificationType: 'thunder' })],
  ['puts a scale away', waits('scale/5', { state: 'archived' })],
  ['is about a scale that was put away', waits('scale/7', { name: 'Lime' })],
  ['is about a scale of somebody else', waits('scale/6', { name: 'Lime' })],
  ['is about a scale that is not known here', waits('scale/8', { name: 'Lime' })],
  ['cannot be read', waits('scale/5', 'Lime')],
  ['is wrong in itself', waits('scale/5', { name: 7 })],
  ['is a verdict', waits('alarm/9', { verdict: 'hands' })],
])('nothing can be rewritten of %s', (_, entry) => {
  expect(mendedPart(entry, known)).toBeUndefined()
})
