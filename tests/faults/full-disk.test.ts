import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, test } from 'vitest'
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts'
import { fillAndFree, mountDisk, unmountDisk } from './small-disk.ts'

const disk = mountDisk('48m')
let server: ServerProcess | undefined
afterAll(async () => {
  await server?.kill()
  if (disk) unmountDisk(disk)
})

test.skipIf(!disk)(
  'a full disk: transmitters are told to come again, nothing acknowledged is lost, and it goes on by itself',
  async () => {
    const dataDir = path.join(disk!, 'data')
    mkdirSync(dataDir)
    server = await startServerProcess({ DATA_DIR: dataDir, PORT: '0', SUBSCRIPTIONS: 'off' })
    await fillAndFree(server.url, disk!, 2)
  },
  300_000,
)
