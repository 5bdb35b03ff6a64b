import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Client, createTestApp, PASSWORD, sent, type TestApp } from '../../../tests/support/server/test-app.ts'

let app: TestApp
let folder: string
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-removal-'))
  app = await createTestApp({ DATA_DIR: folder })
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const filesIn = (name: string) => readdirSync(path.join(folder, name)).sort()

async function leaveFiles(client: Client): Promise<void> {
  const { imei, imsi, deviceKey } = await app.claim(client)
  const readings = [{ time: '2026-05-10T09:00:00Z', channel: 1, weight: 44 }]
  await app.nobody.post('/ingest', { imei, imsi, readings }, { authorization: `Bearer ${deviceKey}` })
  await app.deps.ingest.settled()
  const [{ id: scale }] = (await client.get('/scale')).body
  const headers = { cookie: client.cookie ?? '', 'content-type': 'text/csv' }
  const body = 'time;weight\n2026-05-10 10:00;43.2\n'
  expect((await app.app.request('/api/imports?name=a.csv', { method: 'POST', body, headers })).status).toBe(201)
  await client.post('/jobs', { type: 'EXPORT', scales: [scale], format: 'json' })
  await app.jobs.idle()
}

it('an account leaves no file behind, and takes none of others along', async () => {
  const [anna, berta] = [await app.signIn('anna@example.org'), await app.signIn('berta@example.org')]
  await leaveFiles(anna)
  await leaveFiles(berta)
  expect([filesIn('imports'), filesIn('exports')]).toEqual([
    ['1.csv', '2.csv'],
    ['1.json', '2.json'],
  ])
  // a killed server had begun these
  for (const id of [1, 2]) writeFileSync(path.join(folder, 'exports', `${id}.json.x.part`), '')
  expect((await anna.post('/user/delete', { password: sent(PASSWORD) })).status).toBe(200)
  expect([filesIn('imports'), filesIn('exports')]).toEqual([['2.csv'], ['2.json', '2.json.x.part']])
})
