import type { Scale } from '#domain/hives/scale.ts'
import type { FreePlace } from './new-scale-sheet.tsx'

export type WaitingChannel = { place: FreePlace; channel: number; archived: Scale }

/** Returns, by place, the free channels that used to have a scale: readings that arrive there are refused until a new sensor is set. */
export const waitingChannels = (
  places: readonly FreePlace[],
  scales: readonly Scale[],
): [WaitingChannel, ...WaitingChannel[]][] =>
  places.flatMap((place) => {
    const [first, ...others] = place.free.flatMap((channel) => {
      const archived = scales.findLast((scale) => scale.controllerId === place.id && scale.channel === channel)
      return archived ? [{ place, channel, archived }] : []
    })
    return first ? [[first, ...others]] : []
  })
