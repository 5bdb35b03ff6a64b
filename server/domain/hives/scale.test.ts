import { describe, expect, it } from 'vitest'
import { channelsOf, freeChannels } from './scale.ts'

describe('channels', () => {
  it.each([
    [1, [1, 2, 3, 4, 5, 6, 7, 8]],
    [2, [1, 2, 4, 8]],
    [4, [1, 2]],
  ] as const)('with %i load cells a scale are %j', (loadCells, channels) => {
    expect(channelsOf(loadCells)).toEqual(channels)
  })

  it('are free without a scale in use, regardless of other transmitters', () => {
    const scales = [
      { controllerId: 1, channel: 1, state: 'active' },
      { controllerId: 1, channel: 2, state: 'archived' },
      { controllerId: 1, channel: 4, state: 'deactivated' },
      { controllerId: 2, channel: 8, state: 'active' },
    ] as const
    expect(freeChannels({ id: 1, loadCells: 2 }, scales)).toEqual([2, 8])
    expect(freeChannels({ id: 3, loadCells: 4 }, scales)).toEqual([1, 2])
  })
})
