import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { filePart, readPart } from './file-part.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-part-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const ETAG = '"7"'
const asked = { range: undefined, ifRange: undefined, isHead: false }

it.each([
  ['all of it', 'honey', asked, 200, 'honey', '5'],
  ['nothing of an empty file', '', asked, 200, '', '0'],
  ['no bytes for HEAD', 'honey', { ...asked, isHead: true }, 200, '', '5'],
  ['the part that is asked for', 'honey', { ...asked, range: 'bytes=1-2' }, 206, 'on', '2'],
  ['all where it is another by now', 'honey', { ...asked, range: 'bytes=1-2', ifRange: '"6"' }, 200, 'honey', '5'],
  ['nothing behind its end', 'honey', { ...asked, range: 'bytes=5-' }, 416, '', undefined],
])('sends %s', async (_, content, request, status, sent, length) => {
  const file = path.join(folder, 'file')
  writeFileSync(file, content)
  const part = filePart({ size: content.length, etag: ETAG }, request)
  expect(part).toMatchObject({ status, headers: { ETag: ETAG } })
  expect(part.headers['Content-Length']).toBe(length)
  expect(await new Response(readPart(file, part.bytes)).text()).toBe(sent)
})
