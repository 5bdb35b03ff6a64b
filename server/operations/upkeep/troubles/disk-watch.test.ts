import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/server/test-app.ts'

const MEBIBYTE = 1024 * 1024

let app: TestApp
beforeEach(async () => {
  app = await createTestApp({ METRICS_TOKEN: 'a-token-for-monitoring' })
})
afterEach(() => app.close())

const kinds = async () => (await app.deps.troubles.open()).map(({ kind, values }) => [kind, values.percent])

async function lookAt(percent: number) {
  app.diskSpace.freeBytes = (app.diskSpace.totalBytes * percent) / 100
  await app.deps.disk.look()
  return kinds()
}

test('administrators are told below a tenth, and again below a twentieth', async () => {
  expect(await lookAt(10.5)).toEqual([])
  expect(await lookAt(9.9)).toEqual([['disk_low', 9]])
  expect(await lookAt(4.2)).toEqual([
    ['disk_low', 4],
    ['disk_nearly_full', 4],
  ])
  expect(await lookAt(5.5)).toHaveLength(2)
  expect(await lookAt(8)).toEqual([['disk_low', 8]])
  expect(await lookAt(11)).toEqual([['disk_low', 8]])
  expect(await lookAt(50)).toEqual([])
})

test('an upload without enough room is refused before it begins', async () => {
  const anna = await app.signIn('anna@example.org')
  const upload = () =>
    app.app.request('/api/imports?name=hive.csv', {
      method: 'POST',
      headers: { cookie: anna.cookie!, 'content-type': 'text/csv', 'content-length': String(100 * MEBIBYTE) },
      body: 'time;weight\n',
    })
  app.diskSpace.freeBytes = 160 * MEBIBYTE
  const refused = await upload()
  expect(refused.status).toBe(507)
  expect(await refused.json()).toMatchObject({ code: 'storage_low' })
  app.diskSpace.freeBytes = 500 * MEBIBYTE
  expect((await upload()).status).not.toBe(507)
})

test('an export is refused if there is no room for anything', async () => {
  const anna = await app.signIn('anna@example.org')
  const { id } = await app.claim(anna)
  const scale = await app.addScale(anna, id)
  app.diskSpace.freeBytes = 70 * MEBIBYTE
  const job = { type: 'EXPORT', scales: [scale], format: 'csv' }
  expect(await anna.post('/jobs', job)).toMatchObject({ status: 507, body: { code: 'storage_low' } })
})

test('free space is in the metrics', async () => {
  app.diskSpace.freeBytes = 12_345
  const answer = await app.app.request('/metrics', { headers: { authorization: 'Bearer a-token-for-monitoring' } })
  expect(await answer.text()).toContain('hivewatch_disk_free_bytes{folder="data"} 12345')
})

test('if space cannot be measured, nothing is refused', async () => {
  app.diskSpace.freeBytes = Number.NaN
  await app.deps.disk.requireRoom(1)
})
