import { proxy } from 'valtio'
import { HOUR_MS } from '#domain/platform/durations.ts'
import type { DeviceAccount, PageMessage, WorkerNotice, WorkerReply } from '#domain/platform/worker-message.ts'
import { drafting, somethingIsTyped } from '../ui/form/shown-forms.ts'

const PATIENCE_MS = 30_000

/** `updateReady`: a new version of the app is on this device and waits to be used. */
export const workerState = proxy({ updateReady: false })

let started = false
let account: DeviceAccount | undefined
/** Whether the new version was asked for in this page. */
let asked = false
type Listener = (notice: WorkerNotice, port?: MessagePort) => void
const listeners = new Set<Listener>()

/** Calls `listener` with what the worker tells, over a port where it waits for an answer; returns how to stop. */
export function whenWorkerTells(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Hears what a worker that is there already has to say, from the first moment on. */
export function hearWorker(): void {
  navigator.serviceWorker?.addEventListener('message', ({ data, ports }) => {
    for (const listener of listeners) listener(data as WorkerNotice, ports[0])
  })
}

let keep: () => void
/** Resolves once this device has the app, or where it will not: whatever is loaded then takes nothing from a weak network. */
export const appIsKept = new Promise<void>((resolve) => {
  keep = resolve
})

/** Registers the service worker, where the browser has them; the app works without too, only not without a network. */
export async function startServiceWorker(): Promise<void> {
  if (started) return
  started = true
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
    // The first worker ever takes over in the middle of the first visit, others where another tab asked for them: no reason to reload a
    // form under somebody's hands. The files of its build stay at the server for weeks.
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
  // what keeps workers away for privacy's sake may answer with nothing
  if (!registered) return keep()
  const { active, installing } = registered
  if (active) keep()
  // a first worker keeps the words of this page beside the app, and not once that is there; it is told again then
  else if (installing && import.meta.env.PROD) ask(installing, loadedParts()).catch(() => undefined)
  registered.addEventListener('updatefound', () => tellUpdate(registered))
  tellUpdate(registered)
  lookForUpdates(registered)
  await introducePage()
}

/** A worker that waits no longer than this goes on by itself. */
const SETTLED_MS = 200

/** Offers a new version once it waits. Firefox lets the first worker of all wait for a moment, too: nothing is new to it. */
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
    // without a network it is looked for the next time
    registered.update().catch(() => {
      looked = 0
    })
  })
}

const loadedParts = (): PageMessage => ({
  type: 'assets',
  urls: performance.getEntriesByType('resource').map(({ name }) => name),
})

/** What a worker must know of a page that was there before it; whose device it is first, as without that nothing can be kept. */
async function introducePage(): Promise<void> {
  await announceAgain()
  await Promise.all([import.meta.env.PROD && tellWorker(loadedParts()), tellWorker({ type: 'flush' })])
}

/** Tells the worker whose device this is from now on; what another account left is gone when this is done. */
export async function announceAccount(known: DeviceAccount): Promise<void> {
  account = known
  await tellWorker({ type: 'account', account })
}

/** Tells the worker again whose device this is, where anybody's. */
export async function announceAgain(): Promise<void> {
  if (account) await tellWorker({ type: 'account', account })
}

/** The account is told to no worker any more. */
export function withdrawAccount(): void {
  account = undefined
}

/** Goes over to the new version: the pages reload once it took over. */
export async function applyUpdate(): Promise<void> {
  asked = true
  drafting.flush()
  const registration = await navigator.serviceWorker.getRegistration()
  if (registration?.waiting) await ask(registration.waiting, { type: 'skip-waiting' })
  else window.location.reload()
}

/** The worker's answer, or undefined where there is no worker that answers. Throws what went wrong in the worker. */
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
      // one that stays open is kept for as long as the app runs
      port1.close()
      resolve(data as WorkerReply)
    }
    worker.postMessage(message, [port2])
  })
