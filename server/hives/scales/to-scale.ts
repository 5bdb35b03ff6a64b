import type { Scale } from '#domain/hives/scale.ts'
import { celsiusFromCenti, kgFromGrams } from '#domain/hives/units.ts'
import type { ScaleRow } from './scale-queries.ts'

/** A scale as the API shows it. */
export const toScale = (row: ScaleRow): Scale => ({
  id: row.id,
  controllerId: row.controller_id,
  channel: row.channel,
  name: row.name,
  type: row.type,
  emptyWeight: kgFromGrams(row.empty_weight_grams),
  feedStock: kgFromGrams(row.feed_stock_grams),
  visible: row.visible === 1,
  isBrood: row.is_brood === 1,
  gain: row.gain_kg,
  state: row.state,
  color: row.color,
  temperatureCompensation:
    row.temperature_effect_milligrams === null
      ? null
      : {
          gramsPerKelvin: row.temperature_effect_milligrams / 1000,
          referenceTemperature: celsiusFromCenti(row.temperature_reference_centi ?? 0),
          source: row.temperature_source ?? 'scale',
        },
})
