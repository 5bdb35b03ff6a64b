import type { Rejection } from '#domain/hives/ingest-message.ts'
import type { ReadingRows } from '#domain/hives/reading.ts'
import type { ErrorCode } from '#domain/platform/error-code.ts'
import type { StationRows } from './station-rows.ts'

/**
 * One checked request on its way to the writer. `receivedAt` in epoch ms. Battery in mV, temperature in 1/100 °C and signal in dBm
 * describe the transmitter when it sent; `stations` is what it measured of itself before.
 */
export type IngestRequest = {
  deviceKeyHash: string
  imei: string
  imsi: string
  receivedAt: number
  subscriptions: boolean
  battery: number | null
  chipTemperature: number | null
  signal: number | null
  stations: StationRows
  softwareVersion: string | null
  rows: ReadingRows
}

/** A version that a transmitter should have but does not report. */
export type FirmwareOffer = { version: string; sha256: string }

/** `refused`: nothing of the request was accepted. `expired`: known, but its subscription has ended. */
export type IngestOutcome =
  | { status: 'refused'; code: ErrorCode }
  | { status: 'expired'; updateInterval: number }
  | {
      status: 'stored'
      controllerId: number
      accepted: number
      duplicates: number
      rejected: Rejection[]
      updateInterval: number
      firmware: FirmwareOffer | null
      /** A key to be handed to the transmitter, sealed. */
      nextKey: string | null
    }
