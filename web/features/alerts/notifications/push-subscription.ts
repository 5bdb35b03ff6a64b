import { ApiError } from '../../../api/api-error.ts'
import { api, call } from '../../../api/client.ts'
import { zoneHere } from '../../../i18n/zone-here.ts'
import { tellWorker } from '../../../offline/service-worker.ts'

/** On iOS, `unsupported` means: not until the app is on the home screen. */
export type PushSupport = 'supported' | 'unsupported'
/** This device shows no alarms because the user denied permission, now or earlier. */
export class PushDenied extends Error {
  override name = 'PushDenied'
}

/** The browser maker's push service, which delivers alarms, gave no subscription: it is blocked, unreachable, or does not exist. */
export class PushUnreachable extends Error {
  override name = 'PushUnreachable'
}

export function pushSupport(): PushSupport {
  const complete = Boolean(navigator.serviceWorker) && 'PushManager' in window && 'Notification' in window
  return complete ? 'supported' : 'unsupported'
}

/** This device's push subscription, if it has one. */
async function readSubscription(): Promise<PushSubscription | null> {
  if (pushSupport() === 'unsupported') return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** `isRenewed`: the push service had ended the subscription that this device relied on, and it now has a new one. */
type ThisDevice = { id: number; isRenewed: boolean }

/**
 * Makes this device ring. Asks for permission, so call it only from a click. Throws PushDenied, PushUnreachable, ApiError or OfflineError.
 */
export async function subscribeDevice(): Promise<ThisDevice> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushDenied()
  const { publicKey } = await call(api.push.key.$get())
  return tellServer(publicKey)
}

/**
 * Called at every start: renews a subscription made with another server key and reports it to the server again, since either
 * side may have lost it. Returns undefined on a device without a subscription or permission.
 */
export async function refreshSubscription(): Promise<ThisDevice | undefined> {
  const current = await readSubscription()
  if (!current || Notification.permission !== 'granted') return undefined
  const { publicKey } = await call(api.push.key.$get())
  return tellServer(publicKey, current.endpoint)
}

/** Ends push on this device; the server notices when it next sends, at the latest. */
export async function unsubscribeDevice(): Promise<void> {
  await (await readSubscription())?.unsubscribe()
}

async function subscribeWith(publicKey: string): Promise<PushSubscription> {
  // if the registration was refused, `ready` never resolves
  if (!(await navigator.serviceWorker.getRegistration())) throw new PushUnreachable()
  const { pushManager } = await navigator.serviceWorker.ready
  const current = await pushManager.getSubscription()
  const key = decodeKey(publicKey)
  if (current && sameBytes(current.options.applicationServerKey, key)) return current
  await current?.unsubscribe()
  try {
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  } catch (error) {
    throw error instanceof DOMException && error.name === 'NotAllowedError' ? new PushDenied() : new PushUnreachable()
  }
}

/** The endpoint of a subscription that its push service ended, until the server knows its replacement. */
let lostEndpoint: string | undefined

async function tellServer(publicKey: string, before = lostEndpoint): Promise<ThisDevice> {
  const subscription = await subscribeWith(publicKey)
  let told = await tell(subscription, before, true)
  const isRenewed = told.ended === true
  if (isRenewed) {
    lostEndpoint = subscription.endpoint
    const current = await readSubscription()
    // otherwise another tab was faster
    if (current?.endpoint === lostEndpoint) await current.unsubscribe()
    // accept whatever comes, since there is nothing newer: a service may give the same subscription again
    told = await tell(await subscribeWith(publicKey), lostEndpoint, false)
  }
  lostEndpoint = undefined
  return { id: told.id, isRenewed }
}

/**
 * `before`: the endpoint of the subscription that this one replaces. `renewable`: if the reply
 * says that the subscription has `ended`, this device makes another.
 */
async function tell(
  subscription: PushSubscription,
  before: string | undefined,
  renewable: boolean,
): Promise<{ id: number; ended?: unknown }> {
  try {
    const address = JSON.stringify(subscription)
    const replaces = before !== undefined && before !== subscription.endpoint && { replaces: before }
    const more = { renewable, timeZone: zoneHere(), ...replaces, ...(await receipts()) }
    return await call(api.notification.$post({ json: { type: 'push', address, ...more } }))
  } catch (error) {
    const known = error instanceof ApiError && error.code === 'combination_exists' && Object(error.reply)
    if (typeof known.id !== 'number') throw error
    return known
  }
}

/** Only a worker of this version or later reports what it showed; an older one may still be active. */
async function receipts(): Promise<{ receipts?: true }> {
  const sends = await tellWorker({ type: 'sends-receipts' }).catch(() => undefined)
  return sends?.value === true ? { receipts: true } : {}
}

/** Decodes unpadded base64url text. */
export function decodeKey(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

export function sameBytes(a: ArrayBuffer | null | undefined, b: Uint8Array): boolean {
  if (!a || a.byteLength !== b.length) return false
  const bytes = new Uint8Array(a)
  return b.every((byte, i) => byte === bytes[i])
}
