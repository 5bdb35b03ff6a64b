import { describe, expect, it, vi } from 'vitest'
import type { PushMessage } from '#domain/alerts/push-message.ts'
import type { ChangeOutcome, DeviceAccount, OutboxChange } from '#domain/platform/worker-message.ts'
import { answerNotificationClick } from './notification-click.ts'
import { notificationOf } from './push.ts'
import { renewSubscription } from './push-subscription-change.ts'

const ORIGIN = 'https://hive.test'
const device: DeviceAccount = { id: 7, locale: 'fr', variant: 'biovet' }
const message: PushMessage = {
  web_push: 8030,
  notification: {
    title: 'Schwarm an Beute 3?',
    body: '−1,8 kg in 12 Minuten',
    tag: 'swarm-3',
    lang: 'de',
    navigate: '/dashboard?alarm=5',
    data: { alarmId: 5, type: 'swarm', scaleId: 3, controllerId: 2, time: '2026-05-10T12:00:00Z' },
    actions: [
      { action: 'mute1h', title: '1 h stumm' },
      { action: 'open', title: 'Öffnen' },
    ],
  },
  app_badge: 2,
}
const text = (change: Partial<PushMessage['notification']> = {}) =>
  JSON.stringify({ ...message, notification: { ...message.notification, ...change } })

describe('a push', () => {
  it('is shown as the server wrote it, replaces the one before it and rings', () => {
    const { title, look, badge } = notificationOf(text(), device, 'en-GB')
    expect(title).toBe('Schwarm an Beute 3?')
    expect(look).toMatchObject({
      body: '−1,8 kg in 12 Minuten',
      tag: 'swarm-3',
      renotify: true,
      silent: false,
      icon: '/icons/biovet-192.png',
      timestamp: Date.UTC(2026, 4, 10, 12),
      actions: message.notification.actions,
    })
    expect(badge).toBe(2)
  })

  it('of a server that wrote the badge as text is accepted', () => {
    expect(notificationOf(JSON.stringify({ ...message, app_badge: '3' }), device, 'de')).toMatchObject({
      badge: 3,
      look: { actions: message.notification.actions },
    })
  })

  it.each(['-1', '1.5', 'many', '', null])('with the badge %j is shown by its words', (app_badge) => {
    const { title, badge } = notificationOf(JSON.stringify({ ...message, app_badge }), device, 'de')
    expect([title, badge]).toEqual(['Schwarm an Beute 3?', undefined])
  })

  it('leads to its page under the host name of this device, whatever the server uses', () => {
    const navigate = 'https://bees.example.org/dashboard?alarm=5'
    expect(notificationOf(text({ navigate }), device, 'de').look.data).toMatchObject({ navigate: '/dashboard?alarm=5' })
  })

  it('offers to start a visit if allowed, among the first two actions, which are all a phone shows', () => {
    const { data, actions } = message.notification
    const { look } = notificationOf(text({ data: { ...data, mayVisit: true } }), device, 'de')
    const visit = { action: 'visit', title: 'Ich bin dort', navigate: '/visit?at=2&begin=true' }
    expect(look.actions).toEqual([actions[0], visit, actions[1]])
    const navigate = 'https://bees.test/dashboard?alarm=5'
    const elsewhere = notificationOf(text({ navigate, data: { ...data, mayVisit: true } }), device, 'de')
    expect(elsewhere.look.actions![1]!.navigate).toBe('https://bees.test/visit?at=2&begin=true')
  })

  it('that withdraws an alarm is silent', () => {
    expect(notificationOf(text({ silent: true }), device, 'de').look).toMatchObject({ silent: true, renotify: false })
  })

  it.each([
    ['nothing', undefined],
    ['no words', ' '],
    ['other JSON', '{"nonsense":true}'],
    ['JSON null', 'null'],
    ['a message of another shape', JSON.stringify({ ...message, notification: { title: 1, body: ' ' } })],
  ])('of %s is shown as a general hint in the language of the device', (_, unreadable) => {
    const { title, look, badge } = notificationOf(unreadable, device, 'en-GB')
    expect(title).toBe('Du nouveau dans vos ruches')
    expect(look.data).toMatchObject({ navigate: '/dashboard', message: null })
    expect(badge).toBeUndefined()
  })

  it.each([
    ['a type of alarm', { data: { ...message.notification.data, type: 'flood' } }],
    ['an action', { actions: [{ action: 'format', title: 'x' }] }],
    ['a shape', { data: 'x', lang: 7 }],
  ])('of a later server with %s unknown here is shown by its title and text', (_, change) => {
    const { title, look, kept } = notificationOf(text(change as never), device, 'en-GB')
    expect(title).toBe('Schwarm an Beute 3?')
    expect(look).toMatchObject({ body: '−1,8 kg in 12 Minuten', tag: 'swarm-3', renotify: true })
    expect(look.data).toMatchObject({ navigate: '/dashboard?alarm=5', message: null })
    expect(kept).toEqual({ alarmId: 5, title, body: '−1,8 kg in 12 Minuten', alarm: null })
    expect(look.lang).toBeUndefined()
  })

  it('that is not JSON is shown as it is', () => {
    const { title, look } = notificationOf('Hive 3 swarms', device, 'en-GB')
    expect([title, look.body]).toEqual(['Du nouveau dans vos ruches', 'Hive 3 swarms'])
  })

  it('is shown in the browser’s language, else in German, where nobody is signed in', () => {
    expect(notificationOf(undefined, undefined, 'es-AR').look.lang).toBe('es')
    expect(notificationOf(undefined, undefined, 'pt-BR').look.lang).toBe('de')
  })

  it('and a tap on it work in the oldest browsers', () => {
    const { parse } = URL
    Reflect.deleteProperty(URL, 'parse')
    try {
      const navigate = 'https://bees.example.org/dashboard?alarm=5'
      const { look } = notificationOf(text({ navigate }), device, 'de')
      expect(look.data).toMatchObject({ navigate: '/dashboard?alarm=5' })
    } finally {
      URL.parse = parse
    }
  })
})

type Around = {
  windows?: Partial<WindowClient>[]
  outcome?: ChangeOutcome
  leads?: boolean
  /** Where the storage fails. */
  fails?: 'device' | 'queue'
}

function clickOn(action: string, data: unknown, { windows = [], outcome, leads = false, fails }: Around = {}) {
  const close = vi.fn()
  const asked: string[] = []
  const opened: string[] = []
  const queued: OutboxChange[] = []
  const showNotification = vi.fn(async () => {})
  const done = answerNotificationClick(
    { action, notification: { data, close } },
    {
      origin: ORIGIN,
      clients: {
        matchAll: async () => windows as never,
        openWindow: async (url) => {
          opened.push(String(url))
          return null
        },
      },
      registration: { showNotification },
      device: async () => (fails === 'device' ? Promise.reject(new Error('no store')) : device),
      queue: async (change) => {
        queued.push(change)
        if (fails === 'queue') throw new Error('the disk is full')
        return outcome ?? { status: 'sent', reply: null }
      },
      lead: async (_, path, title) => {
        asked.push(`${path} ${title}`)
        return leads
      },
      now: () => Date.UTC(2026, 4, 10, 12),
      uuid: () => 'a-uuid',
    },
  )
  return { done, close, opened, queued, asked, showNotification }
}

describe('a tap on a notification', () => {
  const { look } = notificationOf(text(), device, 'de')

  it('opens the page of the alarm', async () => {
    const { done, close, opened } = clickOn('', look.data)
    await done
    expect(opened).toEqual([`${ORIGIN}/dashboard?alarm=5`])
    expect(close).toHaveBeenCalled()
  })

  it('opens it even if the storage fails or an action could not be stored', async () => {
    for (const [action, fails] of [
      ['', 'device'],
      ['mute1h', 'device'],
      ['mute1h', 'queue'],
      ['visit', 'queue'],
    ] as const) {
      const { done, opened } = clickOn(action, look.data, { fails })
      await done
      expect(opened).toEqual([`${ORIGIN}/dashboard?alarm=5`])
    }
  })

  it('lets an open window go there itself, keeping what somebody is typing', async () => {
    const navigate = vi.fn(async () => null)
    const client = { url: `${ORIGIN}/timeline`, focus: async () => client as never, navigate }
    const { done, opened, asked } = clickOn('open', look.data, { windows: [client], leads: true })
    await done
    expect(asked).toEqual(['/dashboard?alarm=5 Schwarm an Beute 3?'])
    expect(navigate).not.toHaveBeenCalled()
    expect(opened).toEqual([])
  })

  it('also asks a window that was opened there: it may have gone elsewhere since', async () => {
    const client = { url: `${ORIGIN}/dashboard?alarm=5`, focus: async () => client as never }
    const { done, asked } = clickOn('open', look.data, { windows: [client], leads: true })
    await done
    expect(asked).toEqual(['/dashboard?alarm=5 Schwarm an Beute 3?'])
  })

  it('navigates an open window that does not answer', async () => {
    const navigate = vi.fn(async () => null)
    const client = { url: `${ORIGIN}/timeline`, focus: async () => client as never, navigate }
    const { done, opened } = clickOn('open', look.data, { windows: [client] })
    await done
    expect(navigate).toHaveBeenCalledWith(`${ORIGIN}/dashboard?alarm=5`)
    expect(opened).toEqual([])
  })

  it('opens a window if the open one cannot be navigated', async () => {
    const navigate = vi.fn(async () => Promise.reject(new TypeError('not controlled')))
    const client = { url: `${ORIGIN}/timeline`, focus: async () => client as never, navigate }
    const { done, opened } = clickOn('open', look.data, { windows: [client] })
    await done
    expect(opened).toEqual([`${ORIGIN}/dashboard?alarm=5`])
  })

  it.each(['https://evil.test/', '//evil.test/x', 'javascript:alert(1)', 'https://['])(
    'never leaves the app: %s',
    async (navigate) => {
      const { done, opened } = clickOn('', { navigate, message: null })
      await done
      expect(opened).toEqual([`${ORIGIN}/dashboard`])
    },
  )

  it('opens whatever page of the app a message names', async () => {
    const { done, opened } = clickOn('', { navigate: '/fleet?show=silent#list', message: null })
    await done
    expect(opened).toEqual([`${ORIGIN}/fleet?show=silent#list`])
  })

  it('opens the page here that a message names at another host of the same installation', async () => {
    for (const path of ['/dashboard?alarm=5', '/scaleoverview/3/12?alarm=5', '/settings/notifications']) {
      const { done, opened } = clickOn('', { navigate: `https://bees.example.org${path}`, message: null })
      await done
      expect(opened).toEqual([ORIGIN + path])
    }
  })

  it('on "mute 1 h" mutes until in an hour and opens nothing', async () => {
    const { done, opened, queued } = clickOn('mute1h', look.data)
    await done
    expect(queued).toEqual([
      {
        id: 'a-uuid',
        method: 'POST',
        path: '/api/notification/mute?idcontroller=2',
        body: { notificationType: 'swarm', enddate: '2026-05-10T13:00:00.000Z', keepsLonger: true },
      },
    ])
    expect(opened).toEqual([])
  })

  it('on "mute 1 h" opens the page of the alarm if the session has ended, to sign in', async () => {
    const held = clickOn('mute1h', look.data, { outcome: { status: 'pending', isHeld: true } })
    await held.done
    expect(held.opened).toEqual([`${ORIGIN}/dashboard?alarm=5`])
    const waiting = clickOn('mute1h', look.data, { outcome: { status: 'pending' } })
    await waiting.done
    expect(waiting.opened).toEqual([])
  })

  it('on "mute 1 h" says so when the server refused', async () => {
    const rejection = { status: 404, code: 'controller_not_found', message: 'Introuvable' }
    const { done, showNotification } = clickOn('mute1h', look.data, { outcome: { status: 'rejected', rejection } })
    await done
    expect(showNotification).toHaveBeenCalledWith(
      'La sourdine n’a pas été activée',
      expect.objectContaining({ body: 'Introuvable' }),
    )
  })

  it('on "I am there" starts a visit and leads to it', async () => {
    const { done, opened, queued } = clickOn('visit', look.data)
    await done
    const body = { id: 'a-uuid', controllerId: 2, startedAt: '2026-05-10T12:00:00.000Z' }
    expect(queued).toEqual([{ id: 'a-uuid', method: 'POST', path: '/api/visit', body }])
    expect(opened).toEqual([`${ORIGIN}/visit/a-uuid`])
  })

  it('on "I am there" says so when the server refused', async () => {
    const rejection = { status: 403, code: 'forbidden', message: 'Non' }
    const around = { outcome: { status: 'rejected', rejection } } as const
    const { done, opened, showNotification } = clickOn('visit', look.data, around)
    await done
    expect(opened).toEqual([])
    expect(showNotification).toHaveBeenCalledWith('Visite non commencée', expect.objectContaining({ body: 'Non' }))
  })

  it('on "mute 1 h" of a hint that names no transmitter opens the app', async () => {
    for (const message of [null, { type: 'swarm', controllerId: null }, { type: null, controllerId: 2 }]) {
      const { done, opened, queued } = clickOn('mute1h', { navigate: '/dashboard', message })
      await done
      expect([opened, queued]).toEqual([[`${ORIGIN}/dashboard`], []])
    }
  })
})

describe('a subscription that the browser changes', () => {
  const subscription = { endpoint: 'https://push.test/1' } as PushSubscription
  const renew = async (event: Parameters<typeof renewSubscription>[0], known: DeviceAccount | undefined = device) => {
    const queued: OutboxChange[] = []
    const subscribe = vi.fn(async () => subscription)
    await renewSubscription(event, {
      pushManager: { subscribe, getSubscription: async () => null },
      device: async () => known,
      queue: async (change) => {
        queued.push(change)
        return { status: 'pending' }
      },
      uuid: () => 'a-uuid',
    })
    return { queued, subscribe }
  }
  const told = {
    id: 'a-uuid',
    method: 'POST',
    path: '/api/notification',
    body: { type: 'push', address: JSON.stringify(subscription) },
  }

  it('is told to the server', async () => {
    const { queued, subscribe } = await renew({ newSubscription: subscription, oldSubscription: null })
    expect(queued).toEqual([told])
    expect(subscribe).not.toHaveBeenCalled()
  })

  it('is created again with the same key if it ended', async () => {
    const applicationServerKey = Uint8Array.of(4, 1).buffer
    const options = { applicationServerKey, userVisibleOnly: true }
    const old = { endpoint: 'https://push.test/0', options } as PushSubscription
    const { queued, subscribe } = await renew({ newSubscription: null, oldSubscription: old })
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey })
    expect(queued).toEqual([{ ...told, body: { ...told.body, replaces: 'https://push.test/0' } }])
  })

  it('is dropped if nobody is signed in', async () => {
    const queued: unknown[] = []
    await renewSubscription(
      { newSubscription: subscription, oldSubscription: null },
      {
        pushManager: { subscribe: async () => subscription, getSubscription: async () => null },
        device: async () => undefined,
        queue: async (change) => {
          queued.push(change)
          return { status: 'pending' }
        },
        uuid: () => 'a-uuid',
      },
    )
    expect(queued).toEqual([])
  })
})
