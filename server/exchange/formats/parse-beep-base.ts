import { type DeviceMessage, emptyMessage, pushReading } from './device-message.ts'

const MEASUREMENT_PORT = 3
const ALARM_PORT = 4
const MARK = { battery: 0x1b, weight: 0x0a, temperature: 0x04, sound: 0x0c, climate: 0x07 }
/** Marks of the clock: of the board or its clock chip, set or not. */
const clockMarks = new Set([0x25, 0x26, 0x2d, 0x2e])
/** 2019-01-01: a clock with an earlier time was never set. */
const CLOCK_WAS_SET_FROM = 1_546_300_800

/** The content of a BEEP base's bytes, before times are assigned. `clock`: epoch seconds of its own clock. */
export type BeepBase = {
  supplyMillivolts: number
  batteryMillivolts: number
  batteryPercent: number
  rawWeights: number[]
  temperatures: number[]
  climate: { temperature: number; humidity: number; pressure: number } | undefined
  clock: number | undefined
}

/**
 * Parses a measurement (port 3) or alarm (port 4, with one extra leading byte) of a BEEP base from firmware 1.2 on; big-endian, with a mark
 * byte before each part: battery, weights of 3 bytes, temperatures of 2 in 1/100 °C, sound bins, air, clock. Returns undefined for any other
 * bytes. The layout follows BEEP's public decoder (github.com/beepnl/BEEP).
 */
export function parseBeepBase(bytes: Uint8Array, port: number): BeepBase | undefined {
  if (port !== MEASUREMENT_PORT && port !== ALARM_PORT) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = port === ALARM_PORT ? 1 : 0
  const has = (count: number) => at + count <= view.byteLength
  const isNext = (mark: number) => has(1) && view.getUint8(at) === mark
  if (!isNext(MARK.battery) || !has(6)) return undefined
  const base: BeepBase = {
    supplyMillivolts: view.getUint16(at + 1),
    batteryMillivolts: view.getUint16(at + 3),
    batteryPercent: view.getUint8(at + 5),
    rawWeights: [],
    temperatures: [],
    climate: undefined,
    clock: undefined,
  }
  at += 6
  /** Steps over the mark and the count; undefined if the part is missing or cut off. */
  const part = (mark: number, headBytes: number, itemBytes: number): number | undefined => {
    if (!isNext(mark) || !has(1 + headBytes)) return undefined
    const count = view.getUint8(at + 1)
    if (!has(1 + headBytes + count * itemBytes)) return undefined
    at += 1 + headBytes
    return count
  }
  for (let left = part(MARK.weight, 1, 3) ?? 0; left > 0; left--, at += 3) {
    base.rawWeights.push((view.getInt16(at) << 8) | view.getUint8(at + 2))
  }
  for (let left = part(MARK.temperature, 1, 2) ?? 0; left > 0; left--, at += 2) {
    base.temperatures.push(view.getInt16(at) / 100)
  }
  const soundBins = part(MARK.sound, 3, 2) ?? 0
  at += 2 * soundBins
  if (isNext(MARK.climate) && has(7)) {
    const [temperature, humidity, pressure] = [view.getInt16(at + 1), view.getUint16(at + 3), view.getUint16(at + 5)]
    const isConnected = temperature !== 0 || humidity !== 0 || pressure !== 0
    if (isConnected) base.climate = { temperature: temperature / 100, humidity: humidity / 100, pressure }
    at += 7
  }
  if (has(5) && clockMarks.has(view.getUint8(at))) {
    const clock = view.getUint32(at + 1)
    if (clock >= CLOCK_WAS_SET_FROM) base.clock = clock
  }
  return base
}

/** The first probe belongs to the first scale; its weights need a calibration. */
export function messageOfBeepBase(base: BeepBase, time: string): DeviceMessage {
  const message = emptyMessage()
  message.battery = base.batteryMillivolts / 1000
  base.rawWeights.forEach((raw, i) => {
    message.raw.push({ time, channel: i + 1, raw })
  })
  base.temperatures.forEach((temperature, i) => {
    if (i < Math.max(1, base.rawWeights.length)) pushReading(message, time, i + 1, { temperature })
    else message.unknown = [...(message.unknown ?? []), { time, name: `t_${i}`, value: temperature }]
  })
  if (base.climate) {
    pushReading(message, time, 0, { temperature: base.climate.temperature, humidity: base.climate.humidity })
  }
  return message
}
