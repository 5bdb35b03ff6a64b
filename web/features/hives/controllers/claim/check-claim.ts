import * as v from 'valibot'
import { parseClaimCode } from '#domain/hives/claim-code.ts'
import { ClaimBody } from '#domain/hives/controller.ts'
import { parseOrderKey } from '#domain/shop/order-key.ts'
import type { MessageId } from '../../../../../locales/message-id.ts'
import { type LocationText, parseLocation } from '../location-text.ts'

export type ClaimField = 'imei' | 'imsi' | 'name' | 'location' | 'orderKey' | 'claimCode'
export type ClaimForm = {
  imei: string
  imsi: string
  name: string
  interval: string
  orderKey: string
  claimCode: string
}

/** Removes the spaces and dashes that come along when a number is copied from a label. */
const digits = (text: string): string => text.replace(/[\s-]/g, '')

function numberFault(text: string): MessageId | undefined {
  if (text === '') return 'claim.number.missing'
  if (/\D/.test(text)) return 'claim.number.notDigits'
  return text.length === 15 ? undefined : 'claim.number.length'
}

/** Returns the body that registers a transmitter, or the faults, field by field. */
export function checkClaim(
  form: ClaimForm,
  place: LocationText,
): { body: v.InferInput<typeof ClaimBody> } | { faults: Partial<Record<ClaimField, MessageId>> } {
  const imei = digits(form.imei)
  const imsi = digits(form.imsi)
  const name = form.name.trim()
  const location = parseLocation(place)
  const faults: Partial<Record<ClaimField, MessageId>> = {}
  const imeiFault = numberFault(imei)
  const imsiFault = numberFault(imsi)
  if (imeiFault) faults.imei = imeiFault
  if (imsiFault) faults.imsi = imsiFault
  if (!name) faults.name = 'claim.name.missing'
  if (location === undefined) faults.location = 'claim.location.invalid'
  const orderKey = parseOrderKey(form.orderKey)
  if (form.orderKey.trim() && !orderKey) faults.orderKey = 'claim.orderKey.invalid'
  const claimCode = parseClaimCode(form.claimCode)
  if (form.claimCode.trim() && !claimCode) faults.claimCode = 'claim.code.invalid'
  if (Object.keys(faults).length > 0 || location === undefined) return { faults }
  const codes = { ...(orderKey && { orderKey }), ...(claimCode && { claimCode }) }
  const body = { imei, imsi, name, location, updateInterval: Number(form.interval), ...codes }
  return { body: v.parse(ClaimBody, body) }
}
