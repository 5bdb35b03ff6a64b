import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { PushMessage } from '#domain/alerts/push-message.ts'
import { encodeTile } from '#domain/hives/tiles/tile-codec.ts'
import { emptyRawTile } from '#domain/hives/tiles/timeline-tile.ts'
import type { DeviceAccount } from '#domain/platform/worker-message.ts'
import { closeOver } from './close-over.ts'
import { clearDevice, setDevice } from './device.ts'
import { keepPush, readPushes } from './kept-pushes.ts'
import { createOpenStore, type OpenStore } from './open-store.ts'
import { type ShowDeps, showPush } from './show-push.ts'
import { writeAnswers } from './tile-store.ts'

const ORIGIN = 'https://hive.test'
const device: DeviceAccount = { id: 7, locale: 'fr', variant: 'biovet' }
type Data = PushMessage['notification']['data']
const data: Data = { alarmId: 5, type: 'disturbance', scaleId: 3, controllerId: 2, time: '2026-05-10T12:00:00Z' }
const message = {
  web_push: 8030,
  notification: {
    title: 'Linde wurde angehoben',
    body: '−18 kg',
    tag: 's3-disturbance',
    lang: 'de',
    navigate: '/scaleoverview/2/3?alarm=5',
    data,
    actions: [{ action: 'open', title: 'Öffnen', navigate: '/scaleoverview/2/3?alarm=5' }],
  },
  app_badge: 2,
} satisfies PushMessage

const textWith = (change: Partial<PushMessage['notification']> = {}, more: Partial<Data> = {}) =>
  JSON.stringify({ ...message, notification: { ...message.notification, ...change, data: { ...data, ...more } } })
const event = (text = textWith()) => ({ data: { text: () => text } })

/** Sets up a device for a push and shows what it does with it. */
function pushed(over: Partial<ShowDeps> = {}) {
  const showNotification = vi.fn(async (_title: string, _look?: NotificationOptions) => {})
  const setAppBadge = vi.fn(async () => {})
  const close = vi.fn()
  const deps = {
    registration: { showNotification, getNotifications: async () => [{ close, data: null }] as never },
    navigator: { language: 'de', setAppBadge },
    origin: ORIGIN,
    device: Promise.resolve(device),
    keep: vi.fn(async () => false),
    isInSight: async () => false,
    othersAreShown: Promise.resolve(),
    ...over,
  }
  return { deps, showNotification, setAppBadge, close }
}

describe('a push', () => {
  it('is shown, sets the badge, and is kept', async () => {
    const { deps, showNotification, setAppBadge } = pushed()
    expect(await showPush(event(), deps)).toEqual({ receipt: undefined, fault: undefined })
    expect(showNotification).toHaveBeenCalledOnce()
    expect(setAppBadge).toHaveBeenCalledWith(2)
    expect(deps.keep).toHaveBeenCalledWith({
      alarmId: 5,
      title: 'Linde wurde angehoben',
      body: '−18 kg',
      alarm: null,
    })
  })

  it('leaves taps to this worker, which a browser would not ask if a page were named', async () => {
    const { deps, showNotification } = pushed()
    await showPush(event(), deps)
    const look = showNotification.mock.lastCall![1]!
    expect(look).not.toHaveProperty('navigate')
    expect(look).toHaveProperty('actions', [{ action: 'open', title: 'Öffnen' }])
  })

  it.each<[string, () => Partial<ShowDeps>]>([
    ['a store that cannot be read', () => ({ device: Promise.reject(new Error('no store')) })],
    ['a store that keeps nothing', () => ({ keep: async () => Promise.reject(new Error('full')) })],
    ['no badge', () => ({ navigator: { language: 'de' } })],
    [
      'a badge that is refused',
      () => {
        const setAppBadge = async () => Promise.reject(new DOMException('no', 'NotAllowedError'))
        return { navigator: { language: 'de', setAppBadge } }
      },
    ],
  ])('is shown once with %s', async (_, over) => {
    const { deps, showNotification } = pushed(over())
    expect(await showPush(event(), deps)).toEqual({ receipt: undefined, fault: undefined })
    expect(showNotification).toHaveBeenCalledOnce()
  })

  it('is shown as plain text if the worker itself fails', async () => {
    const navigator = {
      get language(): string {
        throw new TypeError('navigator.language is not there')
      },
    }
    const { deps, showNotification } = pushed({ navigator })
    const { fault } = await showPush(event(), deps)
    expect(showNotification.mock.calls).toEqual([['Linde wurde angehoben', { body: '−18 kg', tag: 's3-disturbance' }]])
    expect(fault).toBeInstanceOf(TypeError)
  })

  it.each([
    ['an option', (look: NotificationOptions) => 'actions' in look],
    ['a tag', (look: NotificationOptions) => 'tag' in look],
  ])('is shown even if the browser refuses %s', async (_, refuses) => {
    const shown: string[] = []
    const { deps } = pushed()
    deps.registration.showNotification = vi.fn(async (title: string, look: NotificationOptions = {}) => {
      if (refuses(look)) throw new TypeError('refused')
      shown.push(`${title}: ${look.body}`)
    })
    await showPush(event(), deps)
    expect(shown).toEqual(['Linde wurde angehoben: −18 kg'])
  })

  it('is shown even if its bytes cannot be read', async () => {
    const unreadable = {
      text: () => {
        throw new TypeError('no bytes')
      },
    }
    for (const [variant, name] of [
      ['hivewatch', 'HiveWatch'],
      ['biovet', 'BioVet'],
    ] as const) {
      const { deps, showNotification } = pushed({ device: Promise.resolve({ ...device, variant }) })
      await showPush({ data: unreadable }, deps)
      expect(showNotification).toHaveBeenCalledExactlyOnceWith(name, { body: '', tag: 'unreadable' })
    }
  })

  it.each([
    [false, false],
    [true, true],
  ])('that follows rings only if nothing was seen before: seen %s, silent %s', async (seen, silent) => {
    const { deps, showNotification } = pushed({ keep: async () => seen })
    await showPush(event(textWith({ silent: true }, { ringsIfNew: true })), deps)
    expect(showNotification.mock.lastCall![1]).toMatchObject({ silent, renotify: !silent })
  })
})

describe('a browser that shows pushes by itself', () => {
  /** What the browser passes on: the notification it made from the message, and no data. */
  const proposed = (more: object = {}) => ({
    data: null,
    notification: {
      ...message.notification,
      navigate: 'https://bees.example.org/scaleoverview/2/3?alarm=5',
      silent: null,
      data: { ...data, receipt: '1.ab' },
      ...more,
    } as never,
    appBadge: 2,
  })

  it('gets back what it passed on, with pages to open, because it refuses anything without', async () => {
    const { deps, showNotification, setAppBadge } = pushed()
    expect(await showPush(proposed(), deps)).toEqual({ receipt: '1.ab', fault: undefined })
    expect(showNotification).toHaveBeenCalledExactlyOnceWith(
      'Linde wurde angehoben',
      expect.objectContaining({
        body: '−18 kg',
        tag: 's3-disturbance',
        navigate: `${ORIGIN}/scaleoverview/2/3?alarm=5`,
        actions: message.notification.actions,
        icon: '/icons/biovet-192.png',
      }),
    )
    expect(setAppBadge).toHaveBeenCalledWith(2)
    expect(deps.keep).toHaveBeenCalledOnce()
  })

  it('may have neither actions nor a badge', async () => {
    const { deps, showNotification, setAppBadge } = pushed()
    await showPush({ ...proposed({ actions: undefined }), appBadge: null }, deps)
    expect(showNotification).toHaveBeenCalledWith('Linde wurde angehoben', expect.objectContaining({ body: '−18 kg' }))
    expect(setAppBadge).not.toHaveBeenCalled()
  })
})

describe('a push that an alarm is over', () => {
  const over = () => event(textWith({ title: 'Linde steht wieder', silent: true }, { isOver: true }))

  it('is removed only once earlier pushes are on the screen', async () => {
    let arrive = () => {}
    const othersAreShown = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const { deps, close } = pushed({ isInSight: async () => true, othersAreShown })
    const getNotifications = vi.spyOn(deps.registration, 'getNotifications')
    const done = showPush(event(textWith({}, { isOver: true })), deps)
    await new Promise((resolve) => setTimeout(resolve))
    expect(getNotifications).not.toHaveBeenCalled()
    arrive()
    await done
    expect(close).toHaveBeenCalledOnce()
  })

  it('removes its notification and the badge if the app is visible', async () => {
    const { deps, showNotification, setAppBadge, close } = pushed({ isInSight: async () => true })
    await showPush(over(), deps)
    expect(close).toHaveBeenCalledOnce()
    expect(showNotification).not.toHaveBeenCalled()
    expect(setAppBadge).toHaveBeenCalledWith(2)
    expect(deps.keep).toHaveBeenCalledOnce()
  })

  it('silently replaces it otherwise, because every push must show something', async () => {
    const { deps, showNotification, close } = pushed()
    await showPush(over(), deps)
    expect(close).not.toHaveBeenCalled()
    const look = { tag: 's3-disturbance', silent: true, renotify: false }
    expect(showNotification).toHaveBeenCalledWith('Linde steht wieder', expect.objectContaining(look))
  })

  it('is shown if it is unknown what is visible', async () => {
    const { deps, showNotification } = pushed({ isInSight: async () => Promise.reject(new Error('gone')) })
    await showPush(over(), deps)
    expect(showNotification).toHaveBeenCalledOnce()
  })

  it('disappears when the app is opened, while open alarms stay', async () => {
    const payloads = [{ message: { ...data, isOver: true } }, { message: data }, { message: null }, null]
    const shown = payloads.map((payload) => ({ data: payload, close: vi.fn() }))
    await closeOver({ getNotifications: async () => shown as never })
    expect(shown.map(({ close }) => close.mock.calls.length)).toEqual([1, 0, 0, 0])
  })
})

describe('what pushes said', () => {
  let open: OpenStore
  const DAY_MS = 86_400_000
  const push = (alarmId: number, shownAt = 1000, title = 'Swarm') => ({
    alarmId,
    title,
    body: '',
    shownAt,
    alarm: null,
  })

  beforeEach(async () => {
    globalThis.indexedDB = new IDBFactory()
    open = createOpenStore()
    await setDevice(open, device)
  })

  it('is kept by alarm, newest first', async () => {
    expect(await keepPush(open, push(1))).toBe(false)
    expect(await keepPush(open, push(2))).toBe(false)
    expect(await keepPush(open, push(1, 2000, 'All clear'))).toBe(true)
    expect((await readPushes(open)).map(({ alarmId, title }) => [alarmId, title])).toEqual([
      [1, 'All clear'],
      [2, 'Swarm'],
    ])
  })

  it('is bounded in number, and drops nothing because a clock goes wrong', async () => {
    for (let id = 1; id <= 60; id++) await keepPush(open, push(id))
    await keepPush(open, push(98, 1000 + 365 * DAY_MS))
    await keepPush(open, push(99, 1000))
    const kept = (await readPushes(open)).map(({ alarmId }) => alarmId)
    expect(kept).toHaveLength(50)
    expect(kept.slice(0, 4)).toEqual([99, 98, 60, 59])
  })

  it('is read even if an earlier version kept less of an alarm, or if it is damaged', async () => {
    const half = { ...push(1), alarm: { id: 1, type: 'swarm' } }
    await (await open()).put('device', [half, null, 'x', push(2)] as never, 'pushes')
    expect((await readPushes(open)).map(({ alarmId, alarm }) => [alarmId, alarm])).toEqual([
      [1, null],
      [2, null],
    ])
    expect(await keepPush(open, push(3))).toBe(false)
    expect(await readPushes(open)).toHaveLength(3)
  })

  it('is kept for several that come at once', async () => {
    await Promise.all([1, 2, 3].map((id) => keepPush(open, push(id))))
    expect(await readPushes(open)).toHaveLength(3)
  })

  it('costs a full device no more than half of its curves, and an alarm that was shown counts as shown', async () => {
    await keepPush(open, push(1))
    for (const seriesId of [1, 2, 3, 4]) {
      const confirmation = { from: 0, to: 86_400, cursor: 5, confirmedAt: 1 }
      const tiles = [{ seriesId, from: 0, bytes: encodeTile(emptyRawTile(0)) }]
      await writeAnswers(open, 7, 'raw', [{ seriesIds: [seriesId], confirmation, tiles }], seriesId)
    }
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore) {
      this.transaction.abort()
      throw new DOMException('full', 'QuotaExceededError')
    })
    expect(await keepPush(open, push(2))).toBe(false)
    expect(await keepPush(open, push(1, 2000, 'All clear'))).toBe(true)
    full.mockRestore()
    expect(await (await open()).count('tile')).toBe(2)
  })

  it('is removed with the account, and not kept if nobody is signed in', async () => {
    await keepPush(open, push(1))
    await setDevice(open, { ...device, id: 8 })
    expect(await readPushes(open)).toEqual([])
    await keepPush(open, push(2))
    await clearDevice(open)
    expect(await readPushes(open)).toEqual([])
    expect(await keepPush(open, push(3))).toBe(false)
    expect(await readPushes(open)).toEqual([])
  })
})
