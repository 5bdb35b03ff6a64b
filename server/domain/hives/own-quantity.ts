import type { ScaleType } from './scale.ts'
import type { RawColumnName } from './tiles/timeline-tile.ts'

/** What a scale of each type is there for. */
export const ownQuantity = {
  weight: 'weight',
  thermometer: 'temperature',
  humidity: 'humidity',
} as const satisfies Record<ScaleType, RawColumnName>
