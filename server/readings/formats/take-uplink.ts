import { AppError } from '../../http/app-error.ts'
import type { AdmittedKey } from '../admit-key.ts'
import { findLoraTransmitter } from './find-transmitter.ts'
import { parseUplink } from './parse-uplink.ts'
import { readKnownDevice } from './read-known-device.ts'
import type { Heard } from './read-uplink.ts'
import { type Submitting, submitReadings } from './submit-readings.ts'
import { type FormatReply, replyOf } from './submitted-reply.ts'

const DEV_EUI = /^[0-9A-F]{16}$/

/** Stores what a LoRaWAN network posts of a device. Throws 400 `invalid_body`, 401, 409 `lora_device_unknown`, 429. */
export async function takeUplink(deps: Submitting, admitted: AdmittedKey, heard: Heard): Promise<FormatReply> {
  const devEui = heard.kind === 'uplink' ? heard.uplink.devEui : heard.devEui
  if (devEui !== undefined && !DEV_EUI.test(devEui)) throw new AppError(400, 'invalid_body')
  const transmitter = await findLoraTransmitter(deps, admitted, devEui)
  if (heard.kind === 'other') return { accepted: 0, duplicates: 0, rejected: [] }
  const message = parseUplink(heard.uplink, deps.clock.now(), await readKnownDevice(deps, transmitter))
  if (!message) {
    deps.refusals.note(transmitter.id, 'reading_empty')
    return { accepted: 0, duplicates: 0, rejected: [] }
  }
  return replyOf(await submitReadings(deps, transmitter, message))
}
