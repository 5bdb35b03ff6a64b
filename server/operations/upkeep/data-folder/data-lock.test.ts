import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lockData } from './data-lock.ts'

const root = path.join(import.meta.dirname, '../../../..')
let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const place = () => ({
  dataDir: folder,
  database: { kind: 'file' as const, file: path.join(folder, 'hivewatch.sqlite') },
})

it('lets one process at a time use a folder', () => {
  const first = lockData(place())
  expect(() => lockData(place())).toThrow('in use by a running server')
  first.release()
  lockData(place()).release()
})

it('is held until its process is gone, even if nobody in it holds a reference to the lock', async () => {
  const program = `
    import { lockData } from './server/operations/upkeep/data-folder/data-lock.ts'
    lockData(${JSON.stringify(place())})
    setTimeout(() => {
      gc()
      setTimeout(() => console.log('collected'), 50)
    }, 50)
    setInterval(() => undefined, 1000)`
  const holder = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', program], { cwd: root })
  try {
    await once(holder.stdout, 'data')
    expect(() => lockData(place())).toThrow('in use by a running server')
  } finally {
    holder.kill('SIGKILL')
    await once(holder, 'exit')
  }
  lockData(place()).release()
})
