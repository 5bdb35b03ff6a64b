import { expect, test } from 'vitest'
import type { Scale } from '#domain/hives/scale.ts'
import { withPending } from './pending-scales.ts'

const volk: Scale = {
  id: 5,
  controllerId: 2,
  channel: 3,
  name: 'Volk 1',
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
const other = { ...volk, id: 6, channel: 4 }
const edit = (id: number, body: unknown) => ({ id: 'x', method: 'POST' as const, path: `/api/scale/${id}`, body })

test('without queued changes, the scales are those of the server', () => {
  expect(withPending([volk], [])).toEqual([{ ...volk, pending: false }])
})

test('queued edits are applied in order and leave other scales alone', () => {
  const waiting = [edit(5, { name: 'Volk 2', channelId: 1 }), edit(5, { name: 'Volk 3', state: 'empty' })]
  expect(withPending([volk, other], waiting)).toEqual([
    { ...volk, name: 'Volk 3', channel: 1, state: 'empty', pending: true },
    { ...other, pending: false },
  ])
})

test('changes of other things, edits of unknown scales and other requests are ignored', () => {
  const waiting = [
    edit(99, { name: 'x' }),
    edit(5, { gain: 'much' }),
    { id: 'x', method: 'POST' as const, path: '/api/intervention/5', body: { name: 'x' } },
    { id: 'x', method: 'DELETE' as const, path: '/api/scale/5' },
  ]
  expect(withPending([volk], waiting)).toEqual([{ ...volk, pending: false }])
})
