import { toUsual, writtenUnits } from '#domain/hives/unknown-field.ts'

/*
 * The names devices use: one row for each quantity, unit and place, with the names of all families (our own, BEEP, hiveeyes and
 * terkin, beelogger, HiveTool, HoneyPi, formatters of LoRaWAN networks, Cayenne LPP, hobbyists' sketches). `#` is a number. Names
 * are compared in lower case with `_` between words, except beelogger's one- and two-letter names, which are case-sensitive.
 */

export type Quantity =
  | 'weight'
  | 'rawWeight'
  | 'rawCorner'
  | 'temperature'
  | 'humidity'
  | 'battery'
  | 'signal'
  | 'chipTemperature'
  | 'softwareVersion'
  | 'nothing'

/**
 * What a field means: its channel (0: the transmitter itself) and how its value becomes kg, °C, %, V or dBm. `isNumbered`: the
 * number in its name is the channel; with `isProbe` it counts thermometers, which may all be in one hive.
 */
export type Meaning = {
  quantity: Quantity
  channel: number
  unit: Unit
  isNumbered: boolean
  isProbe: boolean
  /** Of two names for the same thing the one with the lower rank wins. */
  rank: number
  /** The pattern shared by numbered names that belong together; empty if not numbered. */
  series: string
}

/** A larger number under a name without a unit is a percentage. */
export const HIGHEST_VOLTS = 16
const HIGHEST_WHOLE_VOLTS = 5
export const MILLIVOLTS_FROM = 1000

/**
 * Converts a battery value whose name has no unit: millivolts from 1000 on, else volts, up to a charging lead battery. NaN for what
 * is taken for a percentage (whole numbers above 5, anything above 16), as it reveals no voltage.
 */
function voltsUnlessPercent(value: number): number {
  if (value >= MILLIVOLTS_FROM) return value / 1000
  const isPercent = value > HIGHEST_VOLTS || (Number.isInteger(value) && value > HIGHEST_WHOLE_VOLTS)
  return isPercent ? Number.NaN : value
}

export const units = {
  ...toUsual,
  /** Volts; above 100, millivolts. */
  volt_or_millivolt: (value: number) => (Math.abs(value) > 100 ? value / 1000 : value),
  volt_or_percent: voltsUnlessPercent,
  /** A percentage reveals no voltage. */
  percent: () => Number.NaN,
} as const
export type Unit = keyof typeof units

const written: Partial<Record<Quantity, Record<string, Unit>>> = {
  ...writtenUnits,
  chipTemperature: writtenUnits.temperature,
  battery: { ...writtenUnits.battery, '%': 'percent' },
}

/** The unit of a quantity with this spelling; undefined if the quantity has no such unit. */
export const unitWritten = (quantity: Quantity, text: string): Unit | undefined => {
  const units = written[quantity]
  const name = text.toLowerCase()
  return units && Object.hasOwn(units, name) ? units[name] : undefined
}

const CHANNELS = 8
/** Names may be as long as a request body, and are looked up for each of its rows. */
const NAME_CHARACTERS = 100
const PROBES_TO = 15

type Place = number | 'hive' | 'probe'

/** Quantity, place (a channel, or what the number in the name counts: hives or probes), unit, names. */
const known = `
weight 1 as_is: weight weight_kg weight_kgs weightkg hive_weight hive_weight_kg scale_weight scale_weight_kg scale_kg
weight 1 as_is: weight_sum total_weight total_weight_kg mass mass_kg gewicht gewicht_kg masse poids poids_kg peso
weight 1 as_is: peso_kg hmotnost vaha w
weight 1 gram: weight_g weight_gram weight_grams weight_in_grams hive_weight_g gewicht_g poids_g peso_g grams actual_weight_g
weight 1 pound: weight_lb weight_lbs weight_pounds hive_weight_lb hive_weight_lbs
weight hive as_is: weight# weight_# weight_kg_# weight_kg# weight_#_kg weight#_kg hive_#_weight hive#_weight
weight hive as_is: hive_#_weight_kg hive#_weight_kg scale_#_kg scale_#_weight scale#_weight scale_#_weight_kg
weight hive as_is: gewicht# gewicht_# poids_# poids# peso_# peso#
weight hive gram: weight_g_# weight_#_g scale_#_g
rawWeight 1 as_is: w_v weight_raw raw_weight scale_raw hx711_raw
rawWeight hive as_is: w_v_# scale_#_raw weight_raw_# raw_weight_#
rawCorner 1 as_is: w_fl w_fr w_bl w_br

temperature 1 as_is: t_i temperature temp temperature_c temp_c temperature_celsius temperature_inside temp_inside
temperature 1 as_is: inside_temperature inside_temp temperature_in temp_in hive_temperature hive_temp hive_temp_c
temperature 1 as_is: temperature_hive temp_hive inner_temperature inner_temp internal_temperature internal_temp
temperature 1 as_is: temperature_inner temperature_internal temp_int broodtemperature brood_temperature brood_temp
temperature 1 as_is: innentemperatur temperatur temperatura temperature_interne temp_c_ds ds18b20 temp_c_ds18b20
temperature 1 as_is: temperature_middle temperature_mitte temperature_upper temperature_oben temperature_lower
temperature 1 as_is: temperature_unten temperature_roof temperature_dach
temperature 1 fahrenheit: temperature_f temp_f hive_temp_f hive_temperature_f temperature_fahrenheit
temperature hive as_is: hive_#_temp hive_#_temp_c hive_#_temperature hive#_temp hive#_temperature
temperature probe as_is: t_# t# t_i_# t_i# temp_in# temp_in_# temperature_# temperature# temp_# temp# ds18b20_# temp_c#
temperature 0 as_is: t temperature_out temp_out temperature_outside temp_outside outside_temperature outside_temp
temperature 0 as_is: outdoor_temperature outdoor_temp ambient_temperature ambient_temp ambient_temp_c temp_ambient
temperature 0 as_is: hive_ambient_temp_c temperature_ambient air_temperature airtemperature_outside airtemperature
temperature 0 as_is: external_temperature external_temp temp_ext temperature_outer outer_temperature temp_c_sht
temperature 0 as_is: aussentemperatur temperature_aussen temperature_externe
temperature 0 fahrenheit: ambient_temp_f outside_temp_f

humidity 1 as_is: h_i humidity hum humidity_percent relative_humidity rh humidity_inside humidity_in hum_in
humidity 1 as_is: inside_humidity hive_humidity hive_hum hive_relative_humidity hive_humidity_percent feuchte
humidity 1 as_is: internal_humidity humidity_inner humidity_internal humidity_roof humidity_dach feuchte_in
humidity 1 as_is: luftfeuchtigkeit humedad humidite
humidity hive as_is: hive_#_humidity hive_#_humidity_percent hive#_humidity
humidity probe as_is: h_# h_i_# feuchte_in# feuchte_in_# humidity_# humidity# hum_# hum# relative_humidity_#
humidity 0 as_is: h humidity_out hum_out humidity_outside outside_humidity outdoor_humidity ambient_humidity
humidity 0 as_is: ambient_humidity_percent hive_ambient_relative_humidity air_humidity airhumidity_outside airhumidity
humidity 0 as_is: humidity_outer humidity_aussen external_humidity feuchte_out hum_sht

battery 0 volt_or_percent: battery bat batt
battery 0 volt_or_millivolt: bv battery_voltage battery_v battery_voltage_v battery_volts battery_mv vbat
battery 0 volt_or_millivolt: vbatt v_batt v_bat vbat_mv bat_v bat_mv bat_voltage batt_v batt_volt batt_voltage
battery 0 volt_or_millivolt: voltage_battery batteriespannung system_voltage_battery system_voltage
signal 0 as_is: rssi signal rssi_dbm signal_dbm wifi_rssi lora_rssi signal_strength system_wifi_rssi
chipTemperature 0 as_is: chip_temperature chip_temp cpu_temperature cpu_temp mcu_temp system_temperature
softwareVersion 0 as_is: software_version firmware_version fw_version sketch_version

nothing 0 as_is: key api_key id imei imsi time timestamp date datetime device device_id dev_id dev_eui name unit version
nothing 0 as_is: node node_id sensor_id scale_id serial_number coreid chip_id device_mac mac beehive
nothing 0 as_is: weight_state weight_flag scale_factor mod node_type
nothing 0 as_is: time_stamp date_time ts measured_at recorded_at sensetime when unixtime unix_time epoch created_at published_at
nothing 0 as_is: p pressure pressure_hpa air_pressure airpressure barometric_pressure barometric_pressure_# luftdruck
nothing 0 as_is: l light licht lux illuminance illumination luminosity luminosity_# illuminance_# snr sf bw freq
nothing 0 as_is: lat lon lng latitude longitude altitude alt port counter uptime boot_count bootcount interval status
nothing 0 as_is: weight_kg_corrected net_weight_kg calibrating_weight beep_base hardware_id hardware_version length
nothing 0 as_is: bat_status bat_perc battery_percent battery_soc_percent battery_level vsolar v_solar vcc memfree sid_ext chipid
nothing 0 as_is: hive_id hive_name bienen_in bienen_out service config_version gtw_count recv_at a_i chipmillis heartbeat flags
`

/** beelogger's names, with their case: in lower case some of them are BEEP's. */
const short = `
weight hive as_is: G#
temperature hive as_is: T#
temperature 0 as_is: TO
humidity hive as_is: F#
humidity 0 as_is: FO
battery 0 volt_or_millivolt: VB
nothing 0 as_is: PW Passwort ID C Check W L S SX VS I O A Z A1 A2 A3 Aux1 Aux2 Aux3 LORA Show
`

/** Sound, bee counts, BEEP's own calibration values, and gateways. */
const nothings = /^(s|bc|gw|mic|solar|system|anomaly|accel|bee_counter)_|_(offset|kg_per_val|ok|dbfs|normalized)$/

const shortNames = tableOf(short)
const knownNames = tableOf(known)

function tableOf(text: string): Map<string, Meaning> {
  const table = new Map<string, Meaning>()
  const lines = text.split('\n').filter((line) => line !== '')
  for (const line of lines) {
    const [head, names] = line.split(': ') as [string, string]
    const [quantity, written, unit] = head.split(' ') as [Quantity, string, Unit]
    const place: Place = written === 'hive' || written === 'probe' ? written : Number(written)
    const meaning = { quantity, unit, isProbe: place === 'probe' }
    const add = (name: string, channel: number, series: string) => {
      if (table.has(name)) throw new Error(`${name} stands twice among the known fields`)
      const isNumbered = series !== '' && quantity !== 'nothing'
      table.set(name, { ...meaning, channel, isNumbered, rank: table.size, series })
    }
    for (const name of names.split(' ')) {
      if (!name.includes('#')) add(name, typeof place === 'number' ? place : 1, '')
      else for (let n = 0; n <= PROBES_TO; n++) add(name.replace('#', String(n)), n, name)
    }
  }
  return table
}

/** A name as it is compared: `WeightKg` and `weight-kg` are `weight_kg`. */
export const inWords = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/[\s.:-]+/g, '_')
    .toLowerCase()

const HIVE_AROUND = /(?:^|_)(?:hives?|beehives?|scales?)_?0*(\d{1,2})(?:_|$)/

/**
 * A meaning found below names that say a hive, as `{ "hive_2": { "weight_lb": 95 } }`: that of the hive's channel; undefined if there is no such
 * channel.
 */
export function ofHive(meaning: Meaning, above: string): Meaning | undefined {
  if (meaning.channel !== 1 || meaning.isNumbered || above === '') return meaning
  const [, number] = HIVE_AROUND.exec(inWords(above)) ?? []
  if (number === undefined) return meaning
  const channel = Number(number)
  if (channel > CHANNELS) return undefined
  return { ...meaning, channel, isNumbered: true, series: 'hive#' }
}

/** What a field of this name means; undefined if no known device uses the name, or its number is not a channel. */
export function meaningOf(name: string): Meaning | undefined {
  if (name.length > NAME_CHARACTERS) return undefined
  const words = inWords(name)
  const meaning = shortNames.get(name) ?? knownNames.get(words) ?? knownNames.get(name.toLowerCase())
  if (meaning) return meaning.isNumbered && meaning.channel > CHANNELS ? undefined : meaning
  return nothings.test(words) ? { ...knownNames.get('key')! } : undefined
}
