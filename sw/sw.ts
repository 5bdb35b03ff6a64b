/// <reference lib="webworker" />
import type { OutboxChange, PageMessage, VisibleKind, WorkerNotice } from '#domain/platform/worker-message.ts'
import { answerMessage } from './answer-message.ts'
import { createTimelineAnswer, isTimelineRequest } from './answer-timeline.ts'
import { createAskServer } from './ask-server.ts'
import { closeOver } from './close-over.ts'
import { comparingFetch, keepCompared, readCompared } from './compared-clocks.ts'
import { readDevice, setDevice } from './device.ts'
import { keepPush, readPushes } from './kept-pushes.ts'
import { leadWindow } from './lead-window.ts'
import { answerNotificationClick } from './notification-click.ts'
import { createOpenStore, withPatience } from './open-store.ts'
import { createOutbox, OUTBOX_SYNC_TAG } from './outbox.ts'
import { type BuiltFile, precacheApp } from './precache.ts'
import { renewSubscription, type SubscriptionChange } from './push-subscription-change.ts'
import { sendReceipt } from './send-receipt.ts'
import { showPush } from './show-push.ts'
import { createSignOuts, SIGN_OUT_SYNC_TAG } from './sign-outs.ts'
import { ifRoom, isFull, keepVisible } from './tile-store.ts'
import { wipe } from './wipe.ts'

type SyncEvent = ExtendableEvent & { tag: string }

declare const self: ServiceWorkerGlobalScope & {
  /** Written by `web/build/worker-script.ts`; undefined without a build. */
  builtFiles?: readonly BuiltFile[]
  addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void
  addEventListener(
    type: 'pushsubscriptionchange',
    listener: (event: ExtendableEvent & SubscriptionChange) => void,
  ): void
}
type SyncRegistration = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } }

/** Nobody waits if the whole curve is stored; if a part is, the network may still bring the rest. */
const PATIENCE_MS = { all: 700, 'a part': 4000 }
/** A store that hangs must not hold up an alarm. */
const DEVICE_PATIENCE_MS = 2000
/** Longer than any store takes that opens at all. */
const STORE_PATIENCE_MS = 5000
/** How long a person watches a spinning button before being told that their change is kept. */
const OUTBOX_PATIENCE_MS = 2000

const { registration, navigator, clients } = self
/** Notifications that are about to be on the screen. */
const showing = new Set<Promise<unknown>>()
const open = createOpenStore(() => void tellPages({ type: 'store-made' }))
const now = () => Date.now()
const uuid = () => crypto.randomUUID()
const device = () => readDevice(open)
const fetchNow = comparingFetch((request) => fetch(request), { open, now })
const pause = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds))

async function tellPages(notice: WorkerNotice): Promise<void> {
  for (const client of await clients.matchAll({ type: 'window' })) client.postMessage(notice)
}

/** WebKit counts every push that shows nothing, visible app or not, and ends the subscription at the third one. */
async function isInSight(): Promise<boolean> {
  if (/AppleWebKit\/(?!.*Chrome\/)/.test(navigator.userAgent)) return false
  return (await clients.matchAll({ type: 'window' })).some(({ visibilityState }) => visibilityState === 'visible')
}

/** To be awaited before asking what is on the screen: otherwise Chromium forgets notifications that are about to be shown. */
const othersAreShown = () => Promise.race([Promise.allSettled(showing), pause(DEVICE_PATIENCE_MS)])

const app = precacheApp(self.builtFiles ?? [])

/** For everything that a page waits for. */
const openSoon = withPatience(open, () => pause(STORE_PATIENCE_MS))

const outbox = createOutbox({
  open: openSoon,
  fetch: fetchNow,
  now,
  compared: () => readCompared(openSoon),
  requestSync: async () => (registration as SyncRegistration).sync?.register(OUTBOX_SYNC_TAG),
  patience: () => pause(OUTBOX_PATIENCE_MS),
  changed: (entries) => void tellPages({ type: 'outbox-changed', entries }),
})

const signOuts = createSignOuts({
  open,
  fetch: fetchNow,
  requestSync: async () => (registration as SyncRegistration).sync?.register(SIGN_OUT_SYNC_TAG),
})

const answerTimeline = createTimelineAnswer({
  open: openSoon,
  account: async () => (await readDevice(openSoon))?.id,
  fetch: fetchNow,
  ask: createAskServer(fetchNow, now),
  now,
  patience: (stored) => pause(PATIENCE_MS[stored]),
  report: (error) => console.error(error),
  refreshed: () => void tellPages({ type: 'timeline-refreshed' }),
})

self.addEventListener('install', (event) => event.waitUntil(app.install(event)))
self.addEventListener('activate', (event) => event.waitUntil(Promise.all([app.activate(event), clients.claim()])))

self.addEventListener('fetch', (event) => {
  if (!isTimelineRequest(event.request)) return
  event.respondWith(answerTimeline(event.request, event.clientId, (work) => event.waitUntil(work)))
})

self.addEventListener('message', (event) => {
  const deps = {
    // a full device is no error of the app
    setDevice: (account: Parameters<typeof setDevice>[1]) =>
      setDevice(open, account).catch((error: unknown) => {
        if (!isFull(error)) throw error
      }),
    closeOver: () => othersAreShown().then(() => closeOver(registration)),
    pushes: () => readPushes(open),
    keepVisible: (of: VisibleKind, ids: readonly number[]) => keepVisible(open, of, ids),
    keepCompared: (compared: Parameters<typeof keepCompared>[1]) => keepCompared(open, compared),
    wipe: (keepOutbox: boolean) =>
      wipe({ open, registration, clearBadge: async () => navigator.clearAppBadge?.() }, keepOutbox),
    skipWaiting: () => self.skipWaiting(),
    keepLoaded: (urls: readonly string[]) =>
      ifRoom(open, async () => {
        await app.keepLoaded(urls)
        // a version being installed brings all of its own files, and the server may already send that version's
        const { active, installing, waiting } = registration
        if (active && !installing && !waiting) await app.refill()
      }),
    outbox,
    signOuts,
  }
  event.waitUntil(answerMessage(event.data as PageMessage, event.ports[0], deps))
})

self.addEventListener('sync', (event) => {
  const work: Record<string, () => Promise<boolean>> = {
    [OUTBOX_SYNC_TAG]: async () => !(await outbox.flush()).incomplete,
    [SIGN_OUT_SYNC_TAG]: signOuts.flush,
  }
  // A failed event makes the browser try again later.
  const done = work[event.tag]?.().then((isDone) => {
    if (!isDone) throw new Error('something still waits')
  })
  if (done) event.waitUntil(done)
})

self.addEventListener('push', (event) => {
  const known = Promise.race([device(), pause(DEVICE_PATIENCE_MS).then(() => undefined)])
  const shown = showPush(event, {
    registration,
    navigator,
    origin: self.location.origin,
    device: known,
    keep: (push) =>
      Promise.race([keepPush(open, { ...push, shownAt: now() }), pause(DEVICE_PATIENCE_MS).then(() => false)]),
    isInSight,
    othersAreShown: othersAreShown(),
  })
  const isOver = () => showing.delete(shown)
  showing.add(shown)
  shown.then(isOver, isOver)
  const keep = async (change: OutboxChange) => outbox.queue(change, (await known)?.locale ?? navigator.language)
  event.waitUntil(shown.then(() => tellPages({ type: 'pushed' })))
  event.waitUntil(
    shown.then((result) => {
      if (result.fault !== undefined) console.error(result.fault)
      // it counts that the push was shown: if nobody is signed in there is no outbox
      return sendReceipt(result, { fetch: fetchNow, keep }).catch((error: unknown) => console.error(error))
    }),
  )
  // a message that arrived shows that there is a network
  event.waitUntil(shown.then(signOuts.flush).catch(() => false))
})

self.addEventListener('notificationclick', (event) => {
  const { origin } = self.location
  event.waitUntil(
    answerNotificationClick(event, {
      origin,
      clients,
      registration,
      device: () => readDevice(openSoon),
      queue: outbox.queue,
      lead: leadWindow,
      now,
      uuid,
    }),
  )
})

self.addEventListener('pushsubscriptionchange', (event) => {
  const { pushManager } = registration
  event.waitUntil(renewSubscription(event, { pushManager, device, queue: outbox.queue, uuid }))
})
