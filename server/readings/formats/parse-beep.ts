import { type DeviceMessage, emptyMessage, isoTimeOf, numberOf, pushReading, within } from './device-message.ts'

const INSIDE_PROBES = 10
/** From here on a battery's voltage is meant in millivolts. */
const MILLIVOLTS_FROM = 100

/**
 * The names of BEEP's measurement API (github.com/beepnl/BEEP, `api/sensors`): `t` and `h` are outside, `t_i`, `t_0` to `t_9`
 * and `h_i` in the hive, `w_v` a weight before calibration, `w_fl`, `w_fr`, `w_bl` and `w_br` those of its four corners. Air
 * pressure, light, sound and bee counts have no place here. `now` in epoch ms, for a message without a time.
 */
export function parseBeep(fields: Record<string, unknown>, now: number): DeviceMessage {
  const message = emptyMessage()
  const number = (name: string) => numberOf(fields[name])
  const time = isoTimeOf(fields.time) ?? new Date(now).toISOString()
  const battery = number('bv')
  message.battery = within(battery !== undefined && battery > MILLIVOLTS_FROM ? battery / 1000 : battery, 0, 100)
  message.signal = within(number('rssi'), -200, 0)

  const probes = Array.from({ length: INSIDE_PROBES }, (_, i) => number(`t_${i}`))
  const inside = number('t_i') ?? probes.find((probe) => probe !== undefined)
  pushReading(message, time, 1, { weight: number('weight_kg'), temperature: inside, humidity: number('h_i') })
  pushReading(message, time, 0, { temperature: number('t'), humidity: number('h') })
  if (number('weight_kg') === undefined) {
    const raws = [number('w_v') ?? cornersOf(number), number('w_v_2')]
    if (raws[0] === undefined) raws[0] = number('w_v_1')
    raws.forEach((raw, i) => {
      if (raw !== undefined) message.raw.push({ time, channel: i + 1, raw })
    })
  }
  return message
}

/** The sum of the four corners; a sum without one of them is no weight. */
function cornersOf(number: (name: string) => number | undefined): number | undefined {
  const corners = ['w_fl', 'w_fr', 'w_bl', 'w_br'].map(number)
  return corners.reduce<number | undefined>(
    (sum, corner) => (sum === undefined || corner === undefined ? undefined : sum + corner),
    0,
  )
}
