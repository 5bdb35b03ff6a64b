import type { FormatReply } from '#domain/hives/ingest-message.ts'
import type { Deps } from '../../deps.ts'
import { lowMillivoltsOf } from '../../hives/lora-devices/battery-kind.ts'
import type { DownlinkPlace } from '../../hives/lora-devices/push-interval.ts'
import type { AdmittedKey } from '../../hives/readings/key-budgets/admit-key.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { asFirstHive } from './as-first-hive.ts'
import type { DeviceMessage } from './device-message.ts'
import { findLoraTransmitter } from './find-transmitter.ts'
import { noteBatteryLow } from './format-queries.ts'
import { parseBeepBase } from './parse-beep-base.ts'
import { parseUplink } from './parse-uplink.ts'
import { readKnownDevice } from './read-known-device.ts'
import type { Heard, Uplink } from './read-uplink.ts'
import { type Submitting, submitReadings } from './submit-readings.ts'
import { replyOf } from './submitted-reply.ts'

const DEV_EUI = /^[0-9A-F]{16}$/

/**
 * Stores what a LoRaWAN network posts for a device; `place`: where the network takes downlinks for it. Throws 400 `invalid_body`, 401, 409
 * `lora_device_unknown`, 429.
 */
export async function takeUplink(
  deps: Submitting & Pick<Deps, 'intervalPushes'>,
  admitted: AdmittedKey,
  heard: Heard,
  place?: DownlinkPlace,
): Promise<FormatReply> {
  const devEui = heard.kind === 'uplink' ? heard.uplink.devEui : heard.devEui
  if (devEui !== undefined && !DEV_EUI.test(devEui)) throw new AppError(400, 'invalid_body')
  const transmitter = await findLoraTransmitter(deps, admitted, devEui)
  if (heard.kind === 'other') return { accepted: 0, duplicates: 0, rejected: [] }
  const [now, known] = [deps.clock.now(), await readKnownDevice(deps, transmitter)]
  // a node may weigh several hives, one in each uplink
  const { message } = await asFirstHive<{ message?: DeviceMessage }>(deps, transmitter, (firstHive) => {
    const message = parseUplink(heard.uplink, now, { ...known, firstHive })
    return message ? { message } : {}
  })
  if (!message) {
    // an uplink without fields is the network's own
    const saysFields = heard.uplink.measured.some(({ fields }) => Object.keys(fields).length > 0)
    if (saysFields) deps.refusals.note(transmitter.id, 'reading_empty')
    return { accepted: 0, duplicates: 0, rejected: [] }
  }
  // before it is stored, so that it is not judged as another kind first
  const lowMillivolts = lowMillivoltsOf(shownBy(heard.uplink))
  if (saysBattery(message) && lowMillivolts !== transmitter.battery_low_mv) {
    await noteBatteryLow(deps.database.db, transmitter.id, lowMillivolts)
  }
  const taken = await submitReadings(deps, transmitter, message)
  if (heard.uplink.namesDownlinkPlace && taken.status === 'stored') {
    const { id: controllerId } = transmitter
    const { updateIntervalHours: intervalHours } = taken
    deps.intervalPushes.hear({ controllerId, intervalHours, device: shownBy(heard.uplink), place })
  }
  return replyOf(taken)
}

const saysBattery = ({ battery, stations }: DeviceMessage) =>
  battery !== null || stations.some((station) => station.battery !== undefined)

const shownBy = ({ devEui, bytes, port, measured }: Uplink) => ({
  devEui,
  isBeepBase: bytes !== undefined && parseBeepBase(bytes, port) !== undefined,
  names: measured.flatMap(({ fields }) => Object.keys(fields)),
})
