import type { Generated } from 'kysely'
import type { ErrorCode } from '#domain/platform/error-code.ts'

/** A place weather is loaded for. `problem`: why the last update failed; times in epoch ms. */
export type WeatherPlaceTable = {
  id: Generated<number>
  latitude: number
  longitude: number
  problem: ErrorCode | null
  loaded_at: number | null
  created_at: number
}

/** The place whose weather a transmitter uses, and where the transmitter stood when that was decided. */
export type WeatherControllerTable = { controller_id: number; place_id: number; latitude: number; longitude: number }

/** The weather of a place in a UTC month: `from` in epoch seconds; `archived` is 1 if every hour is from the archive. */
export type WeatherMonthTable = { place_id: number; from: number; bytes: Uint8Array; archived: 0 | 1 }
