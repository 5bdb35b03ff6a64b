import type { AssignedQuantity, AssignedUnit, UnknownField } from '#domain/hives/unknown-field.ts'
import { isoTime } from '../../platform/db/stored-time.ts'
import type { UnknownFieldRow } from './unknown-field-queries.ts'

export const toUnknownField = ({
  name,
  last_value,
  last_at,
  quantity,
  channel,
  unit,
}: UnknownFieldRow): UnknownField => ({
  name,
  lastValue: last_value,
  lastAt: isoTime(last_at),
  meaning:
    quantity === null
      ? null
      : { quantity: quantity as AssignedQuantity, channel: channel ?? 1, unit: (unit ?? 'as_is') as AssignedUnit },
})
