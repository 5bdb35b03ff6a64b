import type { Generated } from 'kysely'
import type { LoadCells } from '#domain/hives/controller.ts'

export type ControllerTable = {
  id: Generated<number>
  imei: string
  imsi: string
  msisdn: string | null
  name: string
  owner_id: number | null
  affiliation_id: number | null
  device_key_hash: string | null
  /** The new key, handed out with replies to readings until it is used, and the key from before the transmitter was claimed. */
  next_key_hash: string | null
  next_key_sealed: string | null
  former_key_hash: string | null
  latitude: number | null
  longitude: number | null
  update_interval_hours: Generated<number>
  /** The longest interval it may have kept to when its interval was last changed, and when that was (epoch ms). */
  former_interval_hours: number | null
  interval_changed_at: number | null
  load_cells: Generated<LoadCells>
  signal_filter: Generated<0 | 1>
  subscription_ends_at: number | null
  activated_at: number | null
  remaining_notifications: Generated<number>
  last_reset_at: number | null
  /** The number of notifications that a reset restores. */
  limit_reset: Generated<number>
  primary_region_id: number | null
  secondary_region_id: number | null
  /** 1 if the owner chose the regions; otherwise the place determines them. */
  regions_by_hand: Generated<0 | 1>
  software_version: string | null
  battery_mv: number | null
  /** From which voltage down its battery is low, if its maker names one; null: as for a lithium-ion cell. */
  battery_low_mv: number | null
  chip_temperature_centi: number | null
  signal_dbm: number | null
  /** When these three values were measured, in epoch seconds. */
  station_measured_at: number | null
  last_seen_at: number | null
  /**
   * The name its line protocol points gave the hive on channel 1, or the device that weighs it, if they named that one before any other; empty
   * if the first names came together.
   */
  first_hive: string | null
  /** The code that lets others watch: its keyed hash, its sealed text, and its expiry (epoch ms). */
  watch_code_hash: string | null
  watch_code_sealed: string | null
  watch_code_ends_at: number | null
  /** 1 if claiming requires the code on its label. */
  claim_code_demanded: Generated<0 | 1>
  desired_firmware_id: number | null
  created_at: number
}
