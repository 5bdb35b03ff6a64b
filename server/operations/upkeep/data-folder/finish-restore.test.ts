import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { decideRestore, finishRestore, restoreStage } from './finish-restore.ts'
import { openData } from './open-data.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-restore-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const at = (name: string) => path.join(folder, name)
const text = (name: string) => (existsSync(at(name)) ? readFileSync(at(name), 'utf8') : undefined)

it.each([0, 1, 2, 3, 4])('has the same result if it was interrupted after %i moves', async (interruptedAfter) => {
  mkdirSync(restoreStage(folder))
  mkdirSync(at('aside'))
  const files = { 'database-wal': 'old log', database: 'old', 'restored.part': 'new', 'restore.part/key': 'new key' }
  for (const [name, content] of Object.entries(files)) writeFileSync(at(name), content)
  const moves = [
    { from: at('database'), to: at('aside/database') },
    { from: at('database-wal'), to: at('aside/database-wal') },
    { from: at('restore.part/key'), to: at('key') },
    { from: at('restored.part'), to: at('database') },
  ]
  await decideRestore(folder, { moves })
  for (const { from, to } of moves.slice(0, interruptedAfter)) renameSync(from, to)
  const elsewhere = `${folder}-moved`
  renameSync(folder, elsewhere)
  folder = elsewhere
  expect(await finishRestore(folder)).toBe(true)
  expect(readdirSync(folder).sort()).toEqual(['aside', 'database', 'key'])
  expect([text('database'), text('key'), text('aside/database'), text('aside/database-wal')]).toEqual([
    'new',
    'new key',
    'old',
    'old log',
  ])
  expect(await finishRestore(folder)).toBe(false)
})

it('leaves nothing of one that was interrupted before it was decided', async () => {
  const file = at('hivewatch.sqlite')
  mkdirSync(restoreStage(folder))
  for (const name of ['restore.part/key', 'hivewatch.sqlite.restore.part', 'hivewatch.sqlite.restore.part-journal']) {
    writeFileSync(at(name), 'of a backup')
  }
  const told: string[] = []
  const lock = await openData({ dataDir: folder, database: { kind: 'file', file } }, (words) => told.push(words))
  lock.release()
  expect(readdirSync(folder).filter((name) => name.includes('restore'))).toEqual([])
  expect(told).toEqual([])
})
