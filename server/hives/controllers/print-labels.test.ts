import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import jsQR from 'jsqr'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { drawLabels } from './draw-labels.ts'

const PIXELS_PER_MM = 300 / 25.4
const COUNT = 26

let app: TestApp
let folder: string
let pages: { width: number; height: number; grey: Buffer }[]
let words: string
let parts: string
const batch = Array.from({ length: COUNT }, (_, index) => ({
  imei: `3569380356438${String(index).padStart(2, '0')}`,
  imsi: `2280112345678${String(index).padStart(2, '0')}`,
  name: index === 3 ? 'Žižkov « Höhe »' : 'Lager',
}))

beforeAll(async () => {
  app = await createTestApp({ PUBLIC_URL: 'https://hives.example.org' })
  const admin = await app.signIn('admin@example.org', { admin: true })
  const { body } = await admin.post('/admin/controllers', { controllers: batch })
  const ids = body.controllers.map(({ id }: { id: number }) => id)
  expect((await admin.get(`/admin/controllers/labels?ids=${ids.join()},999`)).body.code).toBe('controller_not_found')
  const { cookie } = admin
  const response = await app.app.request(`/api/admin/controllers/labels?ids=${ids.join()}`, {
    headers: { cookie: cookie ?? '' },
  })
  expect(response.headers.get('content-type')).toBe('application/pdf')
  folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-labels-'))
  const file = path.join(folder, 'labels.pdf')
  writeFileSync(file, Buffer.from(await response.arrayBuffer()))
  execFileSync('pdftoppm', ['-gray', '-r', '300', file, path.join(folder, 'page')])
  words = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' })
  parts = execFileSync('pdfinfo', ['-struct-text', file], { encoding: 'utf8' })
  const images = readdirSync(folder).filter((name) => name.endsWith('.pgm'))
  pages = images.sort().map((name) => readPgm(readFileSync(path.join(folder, name))))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await app.close()
})

function readPgm(bytes: Buffer) {
  const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.toString('latin1', 0, 50))!
  return { width: Number(head[1]), height: Number(head[2]), grey: bytes.subarray(head[0].length) }
}

/** What a phone reads from the label at a position on a sheet. */
function readLabel(page: number, place: number): string | undefined {
  const { width, grey } = pages[page]!
  const [left, top] = [(place % 3) * 70, 0.5 + Math.floor(place / 3) * 37].map((at) => Math.round(at * PIXELS_PER_MM))
  const [columns, rows] = [70, 37].map((size) => Math.floor(size * PIXELS_PER_MM))
  const pixels = new Uint8ClampedArray(columns! * rows! * 4).fill(255)
  for (let y = 0; y < rows!; y++) {
    for (let x = 0; x < columns!; x++) {
      pixels.fill(grey[(top! + y) * width + left! + x] ?? 255, (y * columns! + x) * 4, (y * columns! + x) * 4 + 3)
    }
  }
  return jsQR(pixels, columns!, rows!)?.data
}

it('fills sheets of A4 with 24 labels each', () => {
  expect(pages).toHaveLength(2)
  for (const { width, height } of pages) {
    expect(Math.abs(width - 210 * PIXELS_PER_MM)).toBeLessThan(2)
    expect(Math.abs(height - 297 * PIXELS_PER_MM)).toBeLessThan(2)
  }
})

it('has a QR code on each label that leads to registering that transmitter', () => {
  for (const index of [0, 2, 23, 25]) {
    const { imei, imsi } = batch[index]!
    const link = `https://hives.example.org/settings/register?imei=${imei}&imsi=${imsi}`
    expect(readLabel(Math.floor(index / 24), index % 24), `label ${index}`).toBe(link)
  }
  expect(readLabel(1, 2)).toBeUndefined()
})

it('prints the numbers and the name as text', () => {
  for (const { imei, imsi } of batch) {
    expect(words).toContain(imei)
    expect(words).toContain(imsi)
  }
  expect(words).toContain('Žižkov « Höhe »')
  expect(words.match(/HiveWatch/g)).toHaveLength(COUNT)
})

it('gives screen readers one part a label', () => {
  expect(parts).toMatch(/^Document/)
  expect(parts.match(/^ +P \(block\)/gm)).toHaveLength(COUNT)
  expect(parts).toContain('Žižkov « Höhe »')
})

it('lets everybody else have a turn between two labels', async () => {
  const label = {
    name: 'Lager',
    imei: '356938035643800',
    imsi: '228011234567800',
    code: undefined,
    link: 'https://a.example',
  }
  let turns = 0
  const turn = () => {
    turns++
    next = setImmediate(turn)
  }
  let next = setImmediate(turn)
  await drawLabels(Array(COUNT).fill(label), {
    title: 'Labels',
    product: 'HiveWatch',
    language: 'en',
    date: new Date(0),
  })
  clearImmediate(next)
  expect(turns).toBeGreaterThanOrEqual(COUNT)
})
