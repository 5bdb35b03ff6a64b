import { ApiError } from '../../../api/api-error.ts'
import { api, call } from '../../../api/client.ts'
import { tellWorker } from '../../../offline/service-worker.ts'

/** `unsupported` on iOS means: not before the app is on the home screen. */
export type PushSupport = 'supported' | 'unsupported'
/** Why this device shows no alarms: the person said no, now or earlier. */
export class PushDenied extends Error {
  override name = 'PushDenied'
}

/** The service of the browser's maker, over which alarms come, gave no subscription: it is blocked, cannot be reached, or there is none. */
export class PushUnreachable extends Error {
  override name = 'PushUnreachable'
}

export function pushSupport(): PushSupport {
  const complete = Boolean(navigator.serviceWorker) && 'PushManager' in window && 'Notification' in window
  return complete ? 'supported' : 'unsupported'
}

/** This device's push subscription, if it has one. */
export async function readSubscription(): Promise<PushSubscription | null> {
  if (pushSupport() === 'unsupported') return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** `isRenewed`: the push service had ended the subscription that this device believed in, which has another now. */
type ThisDevice = { id: number; isRenewed: boolean }

/**
 * Makes this device ring: asks for the permission, so only ever call it from a click. Throws PushDenied, PushUnreachable,
 * ApiError or OfflineError.
 */
export async function subscribeDevice(): Promise<ThisDevice> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushDenied()
  const { publicKey } = await call(api.push.key.$get())
  return tellServer(publicKey)
}

/**
 * At every start: renews a subscription that was made with another key of the server, and tells the server about it again,
 * since either side may have lost it. Undefined on a device that has no subscription or no permission.
 */
export async function refreshSubscription(): Promise<ThisDevice | undefined> {
  const current = await readSubscription()
  if (!current || Notification.permission !== 'granted') return undefined
  const { publicKey } = await call(api.push.key.$get())
  return tellServer(publicKey, current.endpoint)
}

/** Ends push on this device; the server finds out, at the latest, when it next sends. */
export async function unsubscribeDevice(): Promise<void> {
  await (await readSubscription())?.unsubscribe()
}

async function subscribeWith(publicKey: string): Promise<PushSubscription> {
  // one that was refused never becomes ready
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

/** Of a subscription that its push service ended, until the server knows another in its place. */
let lostEndpoint: string | undefined

async function tellServer(publicKey: string, before = lostEndpoint): Promise<ThisDevice> {
  const subscription = await subscribeWith(publicKey)
  let told = await tell(subscription, before, true)
  const isRenewed = told.ended === true
  if (isRenewed) {
    lostEndpoint = subscription.endpoint
    const current = await readSubscription()
    // else another tab was faster
    if (current?.endpoint === lostEndpoint) await current.unsubscribe()
    // whatever it is, there is nothing newer: a service may give the same again
    told = await tell(await subscribeWith(publicKey), lostEndpoint, false)
  }
  lostEndpoint = undefined
  return { id: told.id, isRenewed }
}

/**
 * `before`: the endpoint of the subscription that this one replaces. `renewable`: the device makes another where this one has `ended`,
 * as the reply says then.
 */
async function tell(
  subscription: PushSubscription,
  before: string | undefined,
  renewable: boolean,
): Promise<{ id: number; ended?: unknown }> {
  try {
    const address = JSON.stringify(subscription)
    const replaces = before !== undefined && before !== subscription.endpoint && { replaces: before }
    const more = { renewable, ...replaces, ...(await receipts()) }
    return await call(api.notification.$post({ json: { type: 'push', address, ...more } }))
  } catch (error) {
    const known = error instanceof ApiError && error.code === 'combination_exists' && Object(error.reply)
    if (typeof known.id !== 'number') throw error
    return known
  }
}

/** Only a worker of this version or later says what it showed; an older one may still be at work. */
async function receipts(): Promise<{ receipts?: true }> {
  const sends = await tellWorker({ type: 'sends-receipts' }).catch(() => undefined)
  return sends?.value === true ? { receipts: true } : {}
}

/** The bytes of an unpadded base64url text. */
export function decodeKey(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

export function sameBytes(a: ArrayBuffer | null | undefined, b: Uint8Array): boolean {
  if (!a || a.byteLength !== b.length) return false
  const bytes = new Uint8Array(a)
  return b.every((byte, i) => byte === bytes[i])
}
