import { expect, test } from 'vitest'
import type { Scale } from '#domain/hives/scale.ts'
import { waitingChannels } from './waiting-channels.ts'

const scale = (id: number, channel: number, state: Scale['state'], controllerId = 1): Scale => ({
  id,
  controllerId,
  channel,
  name: `Volk ${id}`,
  type: 'weight',
  emptyWeight: 0,
  feedStock: 0,
  visible: true,
  isBrood: false,
  gain: 200,
  state,
  color: 0,
  temperatureCompensation: null,
})

test('a free channel is waiting if it used to have a scale, and names the last one', () => {
  const place = { id: 1, name: 'Waldrand', free: [1, 4] }
  const scales = [scale(1, 1, 'archived'), scale(5, 1, 'archived'), scale(2, 2, 'active'), scale(3, 4, 'archived', 2)]
  expect(waitingChannels([place], scales)).toEqual([[{ place, channel: 1, archived: scales[1] }]])
})

test('waiting channels are listed by place, and a place without any is left out', () => {
  const places = [1, 2, 3].map((id) => ({ id, name: `Stand ${id}`, free: [1, 2] }))
  const scales = [scale(1, 1, 'archived'), scale(2, 2, 'archived'), scale(3, 2, 'archived', 3)]
  const found = waitingChannels(places, scales).map((some) => some.map(({ place, channel }) => [place.id, channel]))
  expect(found).toEqual([
    [
      [1, 1],
      [1, 2],
    ],
    [[3, 2]],
  ])
})
