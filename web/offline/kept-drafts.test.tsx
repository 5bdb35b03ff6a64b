import { IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DAY_MS } from '#domain/platform/durations.ts'

const draft = (at: number) => ({ at, typed: { 'notes#0': 'fed 5 kg', 'visible#0': true } })

/** Simulates a freshly opened page on the same device. */
async function begin() {
  vi.resetModules()
  const { forgetDrafts } = await import('../ui/form/shown-forms.ts')
  return { forgetDrafts, ...(await import('./kept-drafts.ts')), ...(await import('./kept-copy.ts')) }
}
beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
})
afterEach(() => vi.unstubAllGlobals())

test('a draft is there after a reload, only for its owner and its form, until it is dropped', async () => {
  const now = Date.now()
  await (await begin()).keepDraft(7, 'note 5', draft(now))
  const page = await begin()
  expect(await page.findDraft(7, 'note 5')).toEqual(draft(now))
  expect(await page.findDraft(8, 'note 5')).toBeUndefined()
  expect(await page.findDraft(7, 'note 6')).toBeUndefined()
  await page.dropDraft(7, 'note 5', JSON.stringify(draft(now).typed))
  expect(await (await begin()).findDraft(7, 'note 5')).toBeUndefined()
})

test('what another tab has typed since then is not dropped', async () => {
  const [here, there] = [await begin(), await begin()]
  await here.keepDraft(7, 'note 5', draft(1))
  const later = { at: Date.now(), typed: { 'notes#0': 'fed 6 kg' } }
  await there.keepDraft(7, 'note 5', later)
  await here.dropDraft(7, 'note 5', JSON.stringify(draft(1).typed))
  expect(await here.findDraft(7, 'note 5')).toEqual(later)
  await there.dropDraft(7, 'note 5', JSON.stringify(later.typed))
  expect(await here.findDraft(7, 'note 5')).toBeUndefined()
})

test('what was typed before an update that renamed fields of the form comes back once, and stays one draft', async () => {
  const before = '/settings/rules {"name#0":"Cold","#0":"5","isOn#0":true}'
  const now = '/settings/rules {"name#0":"Cold","value0#0":"5","isOn#0":true}'
  const { run, draftKey } = await begin()
  // as 1.0.0 stored it
  const typed = { 'name#0': 'Frost', '#0': '1', 'isOn#0': true }
  await run('readwrite', (store) => store.put(JSON.stringify({ at: 1, typed }), draftKey(7, before)))
  const page = await begin()
  const found = { at: 1, typed: { 'name#0': 'Frost', 'value0#0': '1', 'isOn#0': true } }
  expect(await page.findDraft(8, now)).toBeUndefined()
  expect(await page.findDraft(7, now)).toEqual(found)
  expect(await (await begin()).findDraft(7, now)).toEqual(found)
  await page.dropDraft(7, now, JSON.stringify(found.typed))
  expect(await (await begin()).findDraft(7, now)).toBeUndefined()
})

test('a draft of this version is not mistaken for one of a similar form', async () => {
  const page = await begin()
  const typed = { 'name#0': 'Frost', '#0': '5', 'isOn#0': true }
  await page.keepDraft(7, '/settings/rules {"name#0":"Cold","#0":"5","isOn#0":true}', { at: 1, typed })
  expect(await (await begin()).findDraft(7, '/settings/rules {"name#0":"Cold","#0":"5"}')).toBeUndefined()
})

test('a sign-out removes what its account typed, but nothing of others and no answers', async () => {
  const page = await begin()
  await page.writeCopy('answers')
  await page.keepDraft(7, 'note 5', draft(Date.now()))
  await page.keepDraft(70, 'note 5', draft(Date.now()))
  await page.removeDrafts(7)
  const later = await begin()
  expect(await later.findDraft(7, 'note 5')).toBeUndefined()
  expect(await later.findDraft(70, 'note 5')).toBeDefined()
  expect(await later.readCopy()).toBe('answers')
})

test('a sign-out also ends what this page knows of drafts', async () => {
  const page = await begin()
  await page.keepDraft(7, 'note 5', draft(1))
  page.forgetDrafts()
  await page.removeDrafts(7)
  expect(await page.findDraft(7, 'note 5')).toBeUndefined()
})

test.each([
  ['ahead', 365],
  ['behind', -365],
])('a clock that was a year %s when a draft was typed, or is now, costs no draft', async (_, days) => {
  const page = await begin()
  await page.keepDraft(7, 'wrong', draft(Date.now() + days * DAY_MS))
  await page.keepDraft(7, 'right', draft(Date.now()))
  const later = await begin()
  expect(await later.findDraft(7, 'wrong')).toBeDefined()
  expect(await later.findDraft(7, 'right')).toBeDefined()
})

test('damaged drafts are discarded, and the hundred that were typed last are kept, whatever their times say', async () => {
  const page = await begin()
  for (let place = 0; place < 60; place++) await page.keepDraft(7, `form ${place}`, draft(Date.now()))
  await page.run('readwrite', (store) => store.put('{"at":', page.draftKey(7, 'damaged')))
  const later = await begin()
  await later.findDraft(7, 'form 0')
  for (let place = 60; place < 101; place++) await later.keepDraft(7, `form ${place}`, draft(1))
  const last = await begin()
  expect(await last.findDraft(7, 'damaged')).toBeUndefined()
  expect(await last.findDraft(7, 'form 0')).toBeUndefined()
  expect(await last.findDraft(7, 'form 1')).toBeDefined()
  expect(await last.findDraft(7, 'form 100')).toEqual(draft(1))
  expect(await last.run('readonly', (store) => store.count(last.allDrafts()))).toBe(100)
})

test('if the browser stores nothing, a draft lasts as long as the page', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new Error('blocked')
    },
  })
  const page = await begin()
  await page.keepDraft(7, 'note 5', draft(1))
  expect(await page.findDraft(7, 'note 5')).toEqual(draft(1))
  expect(await page.findDraft(8, 'note 5')).toBeUndefined()
  expect(await page.findDraft(7, 'note 6')).toBeUndefined()
})

test('on a full device a draft is kept in place of the copy of the answers', async () => {
  const page = await begin()
  await page.writeCopy('answers')
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await page.keepDraft(7, 'note 5', draft(Date.now()))
  full.mockRestore()
  const later = await begin()
  expect(await later.findDraft(7, 'note 5')).toBeDefined()
  expect(await later.readCopy()).toBeUndefined()
})
