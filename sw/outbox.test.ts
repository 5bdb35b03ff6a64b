import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { encodeTile } from '#domain/hives/tiles/tile-codec.ts'
import { emptyRawTile } from '#domain/hives/tiles/timeline-tile.ts'
import type { OutboxChange, OutboxEntry } from '#domain/platform/worker-message.ts'
import { setDevice } from './device.ts'
import { createOpenStore, type OpenStore } from './open-store.ts'
import { createOutbox } from './outbox.ts'
import { writeAnswers } from './tile-store.ts'

vi.stubGlobal('location', { origin: 'https://hive.test' })
const account = { id: 7, locale: 'de', variant: 'hivewatch' } as const

const path = '/api/intervention'
const change = (id: string, body: unknown = { id }): OutboxChange => ({ id, method: 'POST', path, body })
/** The state of an entry that is only waiting for the network. */
const waiting = { queuedAt: 1000, rejection: null, trouble: null, retryAt: null, sending: false }
const saved = () => Response.json({ message: 'saved' })
const offline = async (): Promise<Response> => {
  throw new TypeError('Failed to fetch')
}

let open: OpenStore
let told: OutboxEntry[][]
let syncs: number
let syncRefused: boolean
let sent: { path: string; body: unknown; language: string | null }[]
let clocks: (string | null)[]
let owners: (string | null)[]
let network: (request: Request) => Promise<Response>
let dead: boolean
let patience: () => Promise<void>
let now: number
const forever = () => new Promise<never>(() => {})

const startOutbox = () =>
  createOutbox({
    open: async () => {
      if (dead) throw new Error('died')
      return open()
    },
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url)
      const body: unknown = request.method === 'POST' ? await request.clone().json() : null
      const answer = await network(request)
      clocks.push(request.headers.get('Device-Time'))
      owners.push(request.headers.get('Device-Account'))
      sent.push({ path: pathname + search, body, language: request.headers.get('Accept-Language') })
      return answer
    },
    now: () => now,
    compared: async () => undefined,
    requestSync: async () => {
      syncs++
      if (syncRefused) throw new DOMException('Permission denied.', 'NotAllowedError')
    },
    patience: () => patience(),
    changed: (entries) => told.push(entries),
  })

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory()
  open = createOpenStore()
  told = []
  sent = []
  clocks = []
  owners = []
  syncs = 0
  syncRefused = false
  dead = false
  now = 1000
  patience = forever
  network = async () => saved()
  await setDevice(open, account)
})

describe('a change', () => {
  it('goes out at once in the language of the page and leaves nothing behind', async () => {
    const outbox = startOutbox()
    expect(await outbox.queue(change('a'), 'fr')).toEqual({ status: 'sent', reply: { message: 'saved' } })
    expect(sent).toEqual([{ path: '/api/intervention', body: { id: 'a' }, language: 'fr' }])
    expect([owners, clocks]).toEqual([['7'], ['1970-01-01T00:00:01.000Z']])
    expect(await outbox.entries()).toEqual([])
    expect(told.map((entries) => entries.map(({ sending }) => sending))).toEqual([[false], [true], []])
    expect(syncs).toBe(0)
  })

  it('that a page puts back with all it knew of it is stored as it was', async () => {
    network = offline
    const outbox = startOutbox()
    const lost = { ...change('b'), queuedAt: 400, rejection: null, trouble: null, retryAt: 9, sending: true }
    await outbox.queue(lost, 'de', lost)
    expect(await outbox.entries()).toEqual([{ ...change('b'), ...waiting, queuedAt: 400 }])
  })

  it('that takes the place of another, or is put back, was made when that was, by the clock of then', async () => {
    network = offline
    const outbox = startOutbox()
    const was = { ...change('b'), ...waiting, queuedAt: 400, compared: { server: 300, device: 100 }, retryAt: 9 }
    await outbox.queue(was, 'de', was)
    expect(await outbox.entries()).toEqual([{ ...was, retryAt: null }])
  })

  it('waits without a network, is shown as waiting, and is sent once when the worker wakes again', async () => {
    network = offline
    expect(await startOutbox().queue(change('a'), 'de')).toEqual({ status: 'pending' })
    expect(syncs).toBe(1)
    const woken = startOutbox()
    expect(await woken.entries()).toEqual([{ ...change('a'), ...waiting }])
    expect((await woken.flush()).incomplete).toBe(true)
    network = async () => saved()
    await Promise.all([woken.flush(), woken.flush()])
    expect(sent).toHaveLength(1)
    expect((await woken.flush()).incomplete).toBe(false)
  })

  it('of many is reported together with the next one sent', async () => {
    network = offline
    const outbox = startOutbox()
    for (const id of ['a', 'b', 'c', 'd']) await outbox.queue(change(id), 'de')
    network = async () => saved()
    told = []
    await outbox.flush()
    expect(told.map((entries) => entries.map(({ id, sending }) => (sending ? `${id} is sent` : id)))).toEqual([
      ['a is sent', 'b', 'c', 'd'],
      ['b is sent', 'c', 'd'],
      ['c is sent', 'd'],
      ['d is sent'],
      [],
    ])
    await outbox.flush()
    expect(told).toHaveLength(5)
  })

  it('also waits if the browser refuses to wake the worker', async () => {
    network = offline
    syncRefused = true
    expect(await startOutbox().queue(change('a'), 'de')).toEqual({ status: 'pending' })
  })

  it('is reported as kept if those before it take longer than a page waits, then sent by the worker alone', async () => {
    let answer: (() => void) | undefined
    network = () =>
      new Promise((resolve) => {
        answer = () => resolve(saved())
      })
    const outbox = startOutbox()
    const first = outbox.queue(change('a'), 'de')
    await expect.poll(() => answer).toBeDefined()
    patience = async () => {}
    expect(await outbox.queue(change('b'), 'de')).toEqual({ status: 'pending' })
    expect(syncs).toBe(1)
    network = async () => saved()
    answer?.()
    expect(await first).toMatchObject({ status: 'sent' })
    await expect.poll(() => outbox.entries()).toEqual([])
    expect(sent.map(({ body }) => body)).toEqual([{ id: 'a' }, { id: 'b' }])
  })

  it.each([
    ['the server fails', async () => Response.json({ message: 'x' }, { status: 503 })],
    ['a proxy fails', async () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['there are too many requests', async () => Response.json({ message: 'x' }, { status: 429 })],
    ['a guest network answers in its place', async () => new Response('<html>Welcome</html>')],
  ])('stays when %s', async (_, answer) => {
    network = answer
    const outbox = startOutbox()
    expect(await outbox.queue(change('a'), 'de')).toEqual({ status: 'pending' })
    expect(await outbox.entries()).toHaveLength(1)
  })

  it('stays until somebody signs in again, and each waiting change says so', async () => {
    network = async () => Response.json({ message: 'x' }, { status: 401 })
    const outbox = startOutbox()
    for (const id of ['a', 'b']) {
      expect(await outbox.queue(change(id), 'de')).toEqual({ status: 'pending', isHeld: true })
    }
    expect(await outbox.entries()).toHaveLength(2)
    network = offline
    expect(await outbox.queue(change('c'), 'de')).toEqual({ status: 'pending' })
  })

  it('that is refused is reported once, does not hold up the others and is not sent again', async () => {
    network = async (request) =>
      (await request.clone().text()).includes('bad')
        ? Response.json({ code: 'scale_not_found', message: 'Diese Waage gibt es nicht.' }, { status: 404 })
        : saved()
    const outbox = startOutbox()
    const rejection = { status: 404, code: 'scale_not_found', message: 'Diese Waage gibt es nicht.' }
    expect(await outbox.queue(change('bad'), 'de')).toEqual({ status: 'rejected', rejection })
    expect(await outbox.queue(change('b'), 'de')).toMatchObject({ status: 'sent' })
    expect(await outbox.entries()).toEqual([{ ...change('bad'), ...waiting, rejection }])
    expect(await outbox.flush()).toMatchObject({ incomplete: false })
    expect([sent.length, syncs]).toEqual([2, 0])
    await outbox.dismiss('bad')
    expect(await outbox.entries()).toEqual([])
  })

  it('of a mute that ended before there was a network disappears by itself', async () => {
    const rejection = { status: 400, code: 'mute_in_past', message: 'Diese Zeit ist vorbei.' }
    const body = { notificationType: 'swarm', enddate: '2026-05-10T10:00:00.000Z' }
    const mute = { ...change('a', body), path: '/api/notification/mute?idcontroller=3' }
    network = offline
    const outbox = startOutbox()
    expect(await outbox.queue(mute, 'de')).toEqual({ status: 'pending' })
    network = async () => Response.json(rejection, { status: 400 })
    await outbox.flush()
    expect(await outbox.entries()).toEqual([])
    // a page that is waiting for it is told
    expect(await outbox.queue({ ...mute, id: 'b' }, 'de')).toEqual({ status: 'rejected', rejection })
    expect(await outbox.entries()).toEqual([])
  })

  it.each([
    ['a deletion of what is gone', { ...change('a'), method: 'DELETE' as const }, 404, 'intervention_not_found'],
    ['an edit that changes nothing', change('a'), 400, 'no_changes'],
    ['a device that is known', { ...change('a'), path: '/api/notification' }, 409, 'combination_exists'],
  ])('that arrived before is done: %s', async (_, again, status, code) => {
    network = async () => Response.json({ code, message: 'x' }, { status })
    expect(await startOutbox().queue(again, 'de')).toMatchObject({ status: 'sent' })
  })

  it('of a visit deleted elsewhere is not done: it remains with the reason', async () => {
    const rejection = { status: 410, code: 'visit_deleted', message: 'Dieser Besuch wurde gelöscht.' }
    network = async () => Response.json(rejection, { status: 410 })
    const end = { ...change('a'), path: '/api/visit', body: { id: 'visit', endedAt: '2026-05-10T10:00:00Z' } }
    const outbox = startOutbox()
    expect(await outbox.queue(end, 'de')).toEqual({ status: 'rejected', rejection })
    expect(await outbox.entries()).toMatchObject([{ path: '/api/visit', rejection }])
  })

  it('is kept once if a page sends it twice, but twice if its content differs', async () => {
    network = offline
    const outbox = startOutbox()
    await outbox.queue(change('a'), 'de')
    await outbox.queue(change('a'), 'de')
    await outbox.queue(change('a', { id: 'a', description: 'more' }), 'de')
    expect((await outbox.entries()).map(({ body }) => body)).toEqual([{ id: 'a' }, { id: 'a', description: 'more' }])
  })

  it('of another account is neither shown nor sent', async () => {
    network = offline
    await startOutbox().queue(change('a'), 'de')
    await (await open()).put('device', { ...account, id: 8 }, 'account')
    network = async () => saved()
    const outbox = startOutbox()
    expect(await outbox.entries()).toEqual([])
    await outbox.flush()
    expect(sent).toEqual([])
  })

  it('that a full device does not take is kept in place of tiles', async () => {
    const confirmation = { from: 0, to: 86_400, cursor: 5, confirmedAt: 1 }
    const tiles = [{ seriesId: 1, from: 0, bytes: encodeTile(emptyRawTile(0)) }]
    await writeAnswers(open, 7, 'raw', [{ seriesIds: [1], confirmation, tiles }], 1)
    const full = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementationOnce(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    network = offline
    const outbox = startOutbox()
    expect(await outbox.queue(change('a'), 'de')).toEqual({ status: 'pending' })
    expect(await outbox.entries()).toMatchObject([{ id: 'a' }])
    expect(await (await open()).count('tile')).toBe(0)

    full.mockRestore()
  })

  it('that a full device does not take at all is sent nevertheless, and whoever made it learns why it was not kept', async () => {
    const full = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const outbox = startOutbox()
    expect(await outbox.queue(change('a'), 'de')).toEqual({ status: 'sent', reply: { message: 'saved' } })
    network = offline
    const unkept = { status: 'rejected', rejection: { message: expect.stringContaining('kein Platz') } }
    expect(await outbox.queue(change('b'), 'de')).toMatchObject(unkept)
    for (const status of [400, 500]) {
      network = async () => Response.json({ code: 'x', message: 'Nicht so.' }, { status })
      const rejection = { status, code: 'x', message: 'Nicht so.' }
      expect(await outbox.queue(change('c'), 'de')).toEqual({ status: 'rejected', rejection })
    }
    // the page sends it itself then, and asks for the sign-in
    network = async () => Response.json({ code: 'not_signed_in', message: 'x' }, { status: 401 })
    await expect(outbox.queue(change('d'), 'de')).rejects.toThrow('full')
    full.mockRestore()
    expect(await outbox.entries()).toEqual([])
  })

  it('that a full device keeps, but can note nothing about, still waits, and holds up no other', async () => {
    network = offline
    const outbox = startOutbox()
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore) {
      this.transaction.abort()
      throw new DOMException('full', 'QuotaExceededError')
    })
    for (const id of ['sick', 'refused', 'well'])
      expect(await outbox.queue(change(id), 'de')).toEqual({ status: 'pending' })
    network = async (request) => {
      const { id } = await request.clone().json()
      if (id === 'well') return saved()
      return Response.json({ code: 'x', message: 'Nicht so.' }, { status: id === 'sick' ? 500 : 400 })
    }
    await outbox.flush()
    expect(await outbox.entries()).toMatchObject([
      { id: 'sick', trouble: { status: 500 }, rejection: null },
      { id: 'refused', trouble: null, rejection: { status: 400 } },
    ])
    await outbox.flush()
    expect(sent.map(({ body }) => body)).toEqual([{ id: 'sick' }, { id: 'refused' }, { id: 'well' }])
    full.mockRestore()

    network = async () => saved()
    await outbox.retry('refused')
    expect(await startOutbox().entries()).toMatchObject([{ id: 'sick', trouble: null }])
  })

  it('that was refused on a full device and given up is sent when it is made again', async () => {
    network = async () => Response.json({ code: 'x', message: 'Nicht so.' }, { status: 400 })
    const outbox = startOutbox()
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore) {
      this.transaction.abort()
      throw new DOMException('full', 'QuotaExceededError')
    })
    expect(await outbox.queue(change('a'), 'de')).toMatchObject({ status: 'rejected' })
    await outbox.dismiss('a')
    full.mockRestore()
    network = async () => saved()
    expect(await outbox.queue(change('a'), 'de')).toMatchObject({ status: 'sent' })
    expect(await outbox.entries()).toEqual([])
  })

  it('is not kept if nobody is signed in', async () => {
    await (await open()).clear('device')
    await expect(startOutbox().queue(change('a'), 'de')).rejects.toThrow('nobody')
  })

  it('does not come back when the person signed out while it was refused', async () => {
    network = async () => {
      await (await open()).clear('outbox')
      return Response.json({ code: 'x', message: 'x' }, { status: 400 })
    }
    const outbox = startOutbox()
    await outbox.queue(change('a'), 'de')
    expect(await outbox.entries()).toEqual([])
  })
})

describe('a change that the server fails on', () => {
  const fails = (status: number, headers = {}) => Response.json({ code: 'x', message: 'Zu voll.' }, { status, headers })
  const sick = async (request: Request) => ((await request.clone().text()).includes('sick') ? fails(500) : saved())

  it('does not hold up the others, says what is wrong, and pauses longer each time', async () => {
    network = sick
    const outbox = startOutbox()
    expect(await outbox.queue(change('sick'), 'de')).toEqual({ status: 'pending' })
    expect(await outbox.queue(change('b'), 'de')).toMatchObject({ status: 'sent' })
    const trouble = { status: 500, code: 'x', message: 'Zu voll.' }
    const rests = (retryAt: number) => ({ ...change('sick'), ...waiting, trouble, retryAt })
    expect(await outbox.entries()).toEqual([rests(16_000)])
    now = 15_999
    expect(await outbox.flush()).toMatchObject({ incomplete: true })
    expect(sent).toHaveLength(2)
    now = 16_000
    await outbox.flush()
    expect(await startOutbox().entries()).toEqual([rests(46_000)])
  })

  it('holds up later changes of the same thing', async () => {
    network = async (request) => (new URL(request.url).pathname.endsWith('/a') ? saved() : fails(500))
    const outbox = startOutbox()
    await outbox.queue(change('a'), 'de')
    const edit = { ...change('edit', { label: 'feeding' }), path: '/api/intervention/a' }
    expect(await outbox.queue(edit, 'de')).toEqual({ status: 'pending' })
    expect(sent).toHaveLength(1)
    network = async () => saved()
    now = 16_000
    await outbox.flush()
    expect(sent.map(({ path }) => path)).toEqual(['/api/intervention', '/api/intervention', '/api/intervention/a'])
  })

  it('is sent at once on request, and removed if it is given up', async () => {
    network = sick
    const outbox = startOutbox()
    await outbox.queue(change('sick'), 'de')
    await outbox.queue({ ...change('edit', { label: 'feeding' }), path: '/api/intervention/sick' }, 'de')
    await outbox.queue(change('sick too'), 'de')
    await outbox.dismiss('sick')
    expect((await outbox.entries()).map(({ id }) => id)).toEqual(['sick too'])
    network = async () => saved()
    await outbox.retry('sick too')
    expect(await outbox.entries()).toEqual([])
  })

  it('waits as long as a busy server asks for, together with the others', async () => {
    network = async () => fails(429, { 'Retry-After': '120' })
    const outbox = startOutbox()
    await outbox.queue(change('a'), 'de')
    await outbox.queue(change('b'), 'de')
    expect((await outbox.entries()).map(({ retryAt }) => retryAt)).toEqual([121_000, 121_000])
  })
})

it('a refused change is sent again on request', async () => {
  network = async () => Response.json({ code: 'scale_not_found', message: 'x' }, { status: 404 })
  const outbox = startOutbox()
  await outbox.queue(change('a'), 'de')
  network = async () => saved()
  await outbox.retry('a')
  expect(sent).toHaveLength(2)
  expect(await outbox.entries()).toEqual([])
})

it('one change that never gets an answer does not keep the others from being tried', async () => {
  network = async (request) => ((await request.clone().text()).includes('stuck') ? offline() : saved())
  const outbox = startOutbox()
  await outbox.queue(change('stuck'), 'de')
  expect(await outbox.queue(change('b'), 'de')).toMatchObject({ status: 'sent' })
})

it('a row that an earlier version left is sent like the others', async () => {
  const row = { account: 7, locale: 'de', change: change('old'), queuedAt: 1, rejection: null }
  await (await open()).add('outbox', row)
  expect(await startOutbox().entries()).toEqual([{ ...change('old'), ...waiting, queuedAt: 1 }])
  await startOutbox().flush()
  expect(sent).toHaveLength(1)
})

describe('the order of changes', () => {
  it('is kept for each thing, and nothing is lost or done twice, wherever the worker dies', async () => {
    const happening = fc.constantFrom(
      'queue',
      'queue the same',
      'lost on the way',
      'answer lost',
      'server fails',
      'works',
      'dies after sending',
      'time passes',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { maxLength: 20 }), async (happenings) => {
        globalThis.indexedDB = new IDBFactory()
        open = createOpenStore()
        await setDevice(open, account)
        const done: string[] = []
        const take = async (request: Request) => {
          const { step } = (await request.clone().json()) as { step: string }
          if (!done.includes(step)) done.push(step)
          return saved()
        }
        const queued: string[] = []
        let thing = 0
        network = offline
        for (const one of happenings) {
          const outbox = startOutbox()
          if (one === 'time passes') now += 15_000
          if (one === 'queue' || one === 'queue the same') {
            if (one === 'queue') thing++
            const step = `${thing}: step ${queued.length}`
            queued.push(step)
            await outbox.queue(change(step, { id: `${thing}`, step }), 'de')
            continue
          }
          network = async (request) => {
            if (one === 'lost on the way') return offline()
            if (one === 'server fails') return Response.json({}, { status: 500 })
            await take(request)
            dead = one === 'dies after sending'
            return one === 'answer lost' ? offline() : saved()
          }
          await outbox.flush().catch((error: unknown) => expect(String(error)).toContain('died'))
          dead = false
          network = offline
        }
        network = take
        now += 24 * 3_600_000
        await startOutbox().flush()
        const ofThing = (steps: string[]) => Map.groupBy(steps, (step) => step.split(':')[0])
        expect(ofThing(done)).toEqual(ofThing(queued))
        expect(await startOutbox().entries()).toEqual([])
      }),
      { numRuns: 50 },
    )
  })
})

it('a receipt waits invisibly, and is removed if the server no longer knows it', async () => {
  await setDevice(open, account)
  network = offline
  const outbox = startOutbox()
  const receipt: OutboxChange = { id: 'receipt-7', method: 'POST', path: '/api/push/shown', body: { receipt: '7.ab' } }
  expect(await outbox.queue(receipt, 'de')).toEqual({ status: 'pending' })
  expect(await outbox.entries()).toEqual([])
  network = async () => Response.json({ code: 'notification_not_found' }, { status: 404 })
  await outbox.flush()
  expect(sent.map(({ path }) => path)).toEqual(['/api/push/shown'])
  expect(await (await open()).count('outbox')).toBe(0)
})
