import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { shortened } from './build/short-page.ts'
import { forgetUser, user } from './features/people/session/session-state.ts'

const page = shortened(readFileSync(path.join(import.meta.dirname, 'index.html'), 'utf8'))
const scripts = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code]) => code!)
const script = scripts.filter((code) => /startLanguage\(\)\s*\{|showPicture|addFrame/.test(code)).join('\n')
const root = /<div id="root">[\s\S]*?<\/div>\s*<\/div>/.exec(page)![0]
const head = `<meta name="hivewatch" content='{"variant":"hivewatch","revision":"a"}'>
  <script type="importmap">{"imports":{"/assets/today-x.css":"/assets/today-1.css"}}</script>`

const NOW = new Date('2026-06-01T12:00:00')
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const link = (href: string, name: string) => ['a', { href }, name]
const tree = (...within: unknown[]) => ['div', { class: 'frame' }, ['main', {}, ['h1', {}, 'Quiet'], ...within]]
const picture = (changes: object = {}) => ({
  key: `7,en,true,${NOW.getTimezoneOffset()},,{"variant":"hivewatch",},today-x.css,today-1.css`,
  at: NOW.getTime() - MINUTE,
  locale: 'en',
  height: 900,
  css: '.frame{}',
  look: {},
  tree: tree(link('/scaleoverview/1/2', 'Linden')),
  ...changes,
})

/** What the page draws for somebody who was signed in on this phone. */
function open(kept: unknown, { address = '/dashboard', known = {}, meta = head, narrow = true, stored = {} } = {}) {
  window.history.replaceState(null, '', address)
  document.head.innerHTML = meta
  document.body.innerHTML = root
  vi.stubGlobal('matchMedia', () => ({ matches: narrow }))
  vi.stubGlobal('HTMLScriptElement', { supports: () => true })
  localStorage.setItem('hivewatch.user', JSON.stringify({ id: 7, acting: null, ...known }))
  localStorage.setItem('hivewatch.locale', 'en')
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value as string)
  localStorage.setItem('hivewatch.picture', typeof kept === 'string' ? kept : JSON.stringify(kept))
  new Function(script)()
  return document.getElementById('early-picture')
}
const isKept = () => localStorage.getItem('hivewatch.picture') !== null
const place = () => document.getElementById('root')!

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setTimeout'] })
  vi.stubGlobal('scrollTo', () => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
  localStorage.clear()
  document.head.innerHTML = ''
  document.body.innerHTML = ''
  window.history.replaceState(null, '', '/')
})

/** Nested more deeply than any script can follow. */
const deep = `${'["p",{},'.repeat(20_000)}""${']'.repeat(20_000)}`

it.each(['/dashboard', '/', '/dashboard?lang=en'])(
  'is drawn at %s, over the page’s content, until the app takes over',
  (address) => {
    const drawn = open(picture(), { address })
    expect(drawn?.querySelector('a')?.getAttribute('href')).toBe('/scaleoverview/1/2')
    expect(drawn?.textContent).toContain('Linden')
    expect(place().style.visibility).toBe('hidden')
    expect(isKept()).toBe(true)
  },
)

it.each([
  ['of another account', picture(), { known: { id: 8 } }],
  ['while somebody acts in a name', picture(), { known: { acting: { until: '2026-06-01T13:00:00Z' } } }],
  ['while a sign-out is owed', picture(), { stored: { 'hivewatch.sign-outs-owed': '["token"]' } }],
  ['while a wipe is owed', picture(), { stored: { 'hivewatch.wipe-owed': 'all 7' } }],
  ['in another language', picture(), { address: '/dashboard?lang=fr' }],
  ['of a phone, in a wide window', picture(), { narrow: false }],
  [
    'of the other variant',
    picture(),
    { meta: head.replace('hivewatch"', 'biovet"').replace('"hivewatch","r', '"biovet","r') },
  ],
  ['of other styles', picture(), { meta: head.replace('today-1', 'today-2') }],
  ['of the time to come', picture({ at: NOW.getTime() + MINUTE }), {}],
  ['of a year ago', picture({ at: NOW.getTime() - 365 * DAY }), {}],
  ['cut off', JSON.stringify(picture()).slice(0, 150), {}],
  ['that is no picture', '[]', {}],
  ['of nothing', picture({ tree: null }), {}],
  ['with a script', picture({ tree: tree(['script', {}, 'alert(1)']) }), {}],
  ['with a frame', picture({ tree: tree(['iframe', { src: 'https://example.org' }]) }), {}],
  ['without end', JSON.stringify(picture({ tree: 'deep' })).replace('"deep"', deep), {}],
])('a picture %s is not drawn, and is dropped', (_, kept, visit) => {
  expect(open(kept, visit)).toBeNull()
  expect(place().style.visibility).toBe('')
  expect(isKept()).toBe(false)
})

it.each([
  '/shared/timeline?token=x',
  '/timeline',
  '/dashboard?alarm=3',
  '/dashboard?open=note',
  '/?from=/alarms',
  '/dashboard/x',
])('is not drawn at %s', (address) => {
  expect(open(picture(), { address })).toBeNull()
})

it('survives an update that leaves the styles unchanged', () => {
  expect(open(picture(), { meta: head.replace('"revision":"a"', '"revision":"b"') })).not.toBeNull()
})

it('shows what people typed as text, and contains nothing that runs or leads elsewhere', () => {
  const name = '<img src=x onerror=alert(1)>'
  const attributes = { onclick: 'alert(1)', srcdoc: 'x', formaction: '/x', ping: 'https://example.org', class: 'row' }
  const elsewhere = ['javascript:alert(1)', 'https://example.org', '//example.org', '/\\example.org', '/\t/example.org']
  const drawn = open(picture({ tree: tree(['p', attributes, name], ...elsewhere.map((to) => link(to, to))) }))!
  expect(drawn.querySelector('p')!.textContent).toBe(name)
  expect(drawn.querySelector('p')!.getAttributeNames()).toEqual(['class'])
  expect([...drawn.querySelectorAll('a')].map((a) => a.getAttributeNames())).toEqual(elsewhere.map(() => []))
})

it('updates ages, and shows the date of a time that is no longer today', () => {
  const said = (tree: unknown[]) => open(picture({ tree: ['p', {}, ...tree] }))?.textContent
  const at = (ago: number) => ({ ago: NOW.getTime() - ago })
  expect(said([at(12 * MINUTE), ' ', at(26 * 60 * MINUTE), ' ', at(9 * DAY)])).toBe(
    '12 minutes ago 26 hours ago 9 days ago',
  )
  expect(said([{ day: NOW.toDateString(), is: '14:05', was: '1 Jun 2026, 14:05' }])).toBe('14:05')
  expect(said([{ day: 'Sun May 31 2026', is: '14:05', was: '31 May 2026, 14:05' }])).toBe('31 May 2026, 14:05')
})

it('says that there is no network only if there is none', () => {
  const both = ['p', {}, ['span', { when: 'online' }, 'with'], ['span', { when: 'offline' }, 'without']]
  expect(open(picture({ tree: both }))?.textContent).toBe('with')
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect(open(picture({ tree: both }))?.textContent).toBe('without')
  online.mockRestore()
})

describe('the app takes over from it', () => {
  const buttons = (second: string) => [
    link('#early-main', 'Skip'),
    link('/scaleoverview/1/2', 'Linden'),
    ['button', {}, 'Hold'],
    ['button', {}, second],
  ]
  const html = (alarm: string, second: string) =>
    `<main><h1>Quiet</h1><a href="#main">Skip</a><a href="/scaleoverview/1/2${alarm}">Linden</a><button>Hold</button><button>${second}</button></main>`
  const begin = async () => {
    // as on a single page load
    const { followPicture, scrollsBack } = await import('./early-picture.ts')
    followPicture(place())
    return scrollsBack
  }
  const later = () => new Promise((resolve) => queueMicrotask(() => resolve(undefined)))
  const shown = () => document.getElementById('early-picture')

  test('once its screen is there, keeping the focus', async () => {
    const drawn = open(picture({ tree: tree(...buttons('No')) }))!
    const scrollsBack = await begin()
    drawn.querySelectorAll('a')[1]!.focus()
    place().innerHTML = '<main><h1>Today</h1><p data-loading></p></main>'
    await later()
    expect(shown()).not.toBeNull()
    place().innerHTML = html('', 'No')
    await later()
    expect(shown()).toBeNull()
    expect(place().style.visibility).toBe('')
    expect(document.activeElement).toBe(place().querySelectorAll('a')[1])
    expect([scrollsBack(), scrollsBack()]).toEqual([false, true])
  })

  test.each([
    ['is done', '', 'No', 1],
    ['is not done where something above it changed', '?alarm=4', 'No', 0],
    ['is not done where it says something else', '', 'Yes', 0],
  ])('a press %s', async (_, alarm, second, presses) => {
    const drawn = open(picture({ tree: tree(...buttons('No')) }))!
    await begin()
    drawn.querySelectorAll('button')[1]!.click()
    expect(drawn.querySelectorAll('button')[1]!.getAttribute('aria-busy')).toBe('true')
    const pressed = vi.fn()
    place().addEventListener('click', ({ target }) => pressed((target as Element).textContent))
    place().innerHTML = html(alarm, second)
    await later()
    vi.runAllTimers()
    expect(pressed.mock.calls).toEqual(Array(presses).fill(['No']))
  })

  test('it disappears at once if the device belongs to somebody else', async () => {
    open(picture())
    await begin()
    const session = await import('./features/people/session/session-state.ts')
    session.user.id = 8
    await later()
    await later()
    expect(shown()).toBeNull()
  })
})

describe('if no picture was kept, the hives are drawn from the server’s answer', () => {
  const profile = { country: 'CH' }
  const last = { time: new Date(NOW.getTime() - 12 * MINUTE).toISOString(), weight: 38.42 }
  const hive = (name: string, changes: object = {}) => ({
    name,
    type: 'weight',
    state: 'active',
    visible: true,
    last,
    ...changes,
  })
  const apiary = (name: string, access: string, ...scales: object[]) => ({ name, access, scales })
  const apiaries = [
    apiary('Forest', 'watched', hive('Oak')),
    apiary('Meadow 10', 'own', hive('Ash', { last: null })),
    apiary('Meadow 11', 'own'),
    apiary(
      'Meadow 2',
      'own',
      hive('<b>Linden</b>'),
      hive('Shade', { type: 'thermometer' }),
      hive('Away', { state: 'archived' }),
      hive('Hidden', { visible: false }),
    ),
  ]
  /** Draws the hives and returns the visible text, one line for each. */
  function show(answer: unknown = apiaries, user: object = {}, locale = 'en') {
    window.showHives!({ userId: 7, acting: null, profile, ...user } as never, answer as never, locale as never)
    const parts = document.querySelectorAll('#early-picture :is(h1, h2, li)')
    return [...parts].map((part) => [...part.childNodes].map(wordsOf).join(' | '))
  }
  const wordsOf = (node: Node) => [...(node.childNodes.length > 1 ? node.childNodes : [node])].map(textOf).join(', ')
  const textOf = (node: Node) => node.textContent

  test('own ones first, in natural order, with each one’s weight and its age', () => {
    open(null)
    expect(show()).toEqual([
      'Today',
      'Meadow 2',
      '<b>Linden</b>, 12 minutes ago | 38.4\u00a0kg',
      'Shade, 12 minutes ago',
      'Meadow 10',
      'Ash',
      'Meadow 11',
      'Forest',
      'Oak, 12 minutes ago | 38.4\u00a0kg',
    ])
    expect(place().style.visibility).toBe('hidden')
    expect(document.querySelectorAll('#early-picture ul')).toHaveLength(3)
    expect(document.querySelector('#early-picture [role=status]')).not.toBeNull()
  })

  test.each([
    ['fr', 'CH', 'Aujourd’hui', '38,4\u00a0kg'],
    ['de', 'CH', 'Heute', '38.4\u00a0kg'],
    ['de', 'DE', 'Heute', '38,4\u00a0kg'],
    ['es', 'CH', 'Hoy', '38,4\u00a0kg'],
  ])('in %s as it is written in %s', (locale, country, title, weight) => {
    open(null)
    const shown = show([apiary('A', 'own', hive('B'))], { profile: { country } }, locale)
    expect(shown[0]).toBe(title)
    expect(shown[2]).toContain(weight)
    expect(document.getElementById('early-picture')!.lang).toBe(locale)
  })

  test('only as many as anybody looks at before the app is there', () => {
    open(null)
    const many = Array.from({ length: 1000 }, (_, i) => apiary(`A ${i}`, 'own', hive('B')))
    expect(show(many).length).toBeLessThan(60)
  })

  test.each([
    ['nobody has any', [], {}],
    ['somebody acts in a name', apiaries, { acting: { email: 'a@example.org', until: '' } }],
    ['the answer is none', { error: 'x' }, {}],
  ])('not if %s', (_, answer, user) => {
    open(null)
    expect(show(answer, user)).toEqual([])
    expect(place().style.visibility).toBe('')
  })

  test('not over the message that the browser is too old', () => {
    open(null)
    vi.stubGlobal('HTMLScriptElement', { supports: () => false })
    expect(show()).toEqual([])
  })

  test('not in place of a picture, and not once the app has begun', async () => {
    open(picture())
    expect(show()).toEqual(['Quiet'])
    open(null)
    const { followPicture } = await import('./early-picture.ts')
    followPicture(place())
    expect(window.showHives).toBeUndefined()
  })

  test('until the app has rendered its screen', async () => {
    open(null)
    show()
    const { followPicture, scrollsBack } = await import('./early-picture.ts')
    followPicture(place())
    place().innerHTML = '<main><h1>Quiet</h1></main>'
    await new Promise((resolve) => queueMicrotask(() => resolve(undefined)))
    expect(document.getElementById('early-picture')).toBeNull()
    expect(place().style.visibility).toBe('')
    expect(scrollsBack()).toBe(false)
  })
})

test('a sign-out removes it', () => {
  localStorage.setItem('hivewatch.picture', '{}')
  forgetUser()
  expect(isKept()).toBe(false)
  expect(user.id).toBe(0)
})
