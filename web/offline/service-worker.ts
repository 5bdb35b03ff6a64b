import { proxy } from 'valtio'
import { HOUR_MS } from '#domain/platform/durations.ts'
import type { DeviceAccount, PageMessage, WorkerNotice, WorkerReply } from '#domain/platform/worker-message.ts'
import { drafting, somethingIsTyped } from '../ui/form/shown-forms.ts'

const PATIENCE_MS = 30_000

/** `updateReady`: a new version of the app is on this device, ready to be used. */
export const workerState = proxy({ updateReady: false })

let account: DeviceAccount | undefined
/** Whether the new version was requested in this page. */
let asked = false
type Listener = (notice: WorkerNotice, port?: MessagePort) => void
const listeners = new Set<Listener>()

/** Calls `listener` with each of the worker's messages, plus a port if the worker expects an answer. Returns a function that stops it. */
export function whenWorkerTells(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Listens to an already running worker from the very start. */
export function hearWorker(): void {
  navigator.serviceWorker?.addEventListener('message', ({ data, ports }) => {
    for (const listener of listeners) listener(data as WorkerNotice, ports[0])
  })
}

let keep: () => void
/** Resolves once the app is stored on this device, or is certain not to be; from then on, loading things no longer competes with that for a weak network. */
export const appIsKept = new Promise<void>((resolve) => {
  keep = resolve
})

/** Registers the service worker if the browser supports it. Without it the app works too, but not offline. */
export async function startServiceWorker(): Promise<void> {
  try {
    await register()
  } catch (error) {
    keep()
    throw error
  }
}

async function register(): Promise<void> {
  if (!navigator.serviceWorker) return keep()
  const development = import.meta.env.DEV
  let controlled = navigator.serviceWorker.controller !== null
  if (controlled) keep()
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // The very first worker takes over in the middle of the first visit, others because another tab asked for them. Neither is a reason to reload a form
    // somebody is filling in. The files of its build stay on the server for weeks.
    keep()
    if (!controlled) controlled = true
    else if (asked || !somethingIsTyped()) window.location.reload()
    else workerState.updateReady = true
    void introducePage().catch(reportError)
  })
  window.addEventListener('online', () => void tellWorker({ type: 'flush' }).catch(reportError))
  const registered: ServiceWorkerRegistration | undefined = await (development
    ? navigator.serviceWorker.register('/dev-sw.js?dev-sw', { type: 'module' })
    : navigator.serviceWorker.register('/sw.js'))
  // privacy tools that block workers may return nothing
  if (!registered) return keep()
  const { active, installing } = registered
  if (active) keep()
  // a first worker stores this page's parts along with the app, not only once it is installed; it is told again then
  else if (installing && import.meta.env.PROD) ask(installing, loadedParts()).catch(() => undefined)
  registered.addEventListener('updatefound', () => tellUpdate(registered))
  tellUpdate(registered)
  lookForUpdates(registered)
  await introducePage()
}

/** A worker that waits no longer than this activates by itself. */
const SETTLED_MS = 200

/** Offers a new version once it is waiting. Firefox briefly puts even the very first worker into the waiting state, although it replaces nothing. */
function tellUpdate(registered: ServiceWorkerRegistration): void {
  const { installing } = registered
  if (registered.active && registered.waiting) workerState.updateReady = true
  installing?.addEventListener('statechange', () => {
    if (installing.state === 'installed') setTimeout(tellUpdate, SETTLED_MS, registered)
  })
}

function lookForUpdates(registered: ServiceWorkerRegistration): void {
  let looked = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' || Date.now() - looked < HOUR_MS || !navigator.onLine) return
    looked = Date.now()
    // without a network, it checks again the next time
    registered.update().catch(() => {
      looked = 0
    })
  })
}

const loadedParts = (): PageMessage => ({
  type: 'assets',
  urls: performance.getEntriesByType('resource').map(({ name }) => name),
})

/** Tells a worker what it must know about a page that was open before it: first whose device it is, since nothing can be stored without that. */
async function introducePage(): Promise<void> {
  await announceAgain()
  await Promise.all([import.meta.env.PROD && tellWorker(loadedParts()), tellWorker({ type: 'flush' })])
}

/** Tells the worker whose device this is from now on; once this resolves, everything another account left is gone. */
export async function announceAccount(known: DeviceAccount): Promise<void> {
  account = known
  await tellWorker({ type: 'account', account })
}

/** Tells the worker again whose device this is, if it is anyone's. */
export async function announceAgain(): Promise<void> {
  if (account) await tellWorker({ type: 'account', account })
}

/** Stops announcing the account to workers. */
export function withdrawAccount(): void {
  account = undefined
}

/** Switches to the new version: the pages reload once it has taken over. */
export async function applyUpdate(): Promise<void> {
  asked = true
  drafting.flush()
  const registration = await navigator.serviceWorker.getRegistration()
  if (registration?.waiting) await ask(registration.waiting, { type: 'skip-waiting' })
  else window.location.reload()
}

/** Returns the worker's answer, or undefined if no worker answers. Throws if something went wrong in the worker. */
export async function tellWorker(message: PageMessage): Promise<{ value: unknown } | undefined> {
  const registration = await navigator.serviceWorker?.getRegistration()
  if (!registration?.active) return undefined
  const patience = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS))
  const reply: WorkerReply | undefined = await Promise.race([ask(registration.active, message), patience])
  if (reply && !reply.ok) throw new Error(reply.message)
  return reply && { value: reply.value }
}

const ask = (worker: ServiceWorker, message: PageMessage) =>
  new Promise<WorkerReply>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => {
      // an open port would stay in memory for as long as the app runs
      port1.close()
      resolve(data as WorkerReply)
    }
    worker.postMessage(message, [port2])
  })
