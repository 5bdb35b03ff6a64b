import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { builtRevision } from './built-revision.ts'

async function folderWith(text?: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hivewatch-revision-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  if (text !== undefined) await writeFile(path.join(folder, 'revision.txt'), text)
  return folder
}

test.each([
  ['4aa04f3b21', '4aa04f3b21'],
  ['1.0.0-rc.1\n', '1.0.0-rc.1'],
  [undefined, undefined],
  ['', undefined],
  ['<script>', undefined],
])('%j is %j', async (text, revision) => {
  expect(await builtRevision(await folderWith(text))).toBe(revision)
})
