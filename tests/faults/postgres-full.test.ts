import { afterAll, expect, test } from 'vitest'
import { type PostgresCluster, startCluster } from '../support/server/postgres-cluster.ts'
import { installationForEachTest } from './installation.ts'
import { fillAndFree, mountDisk, unmountDisk } from './small-disk.ts'

/** Holds PostgreSQL's tables. */
const disk = mountDisk('160m')
let cluster: PostgresCluster | undefined
afterAll(async () => {
  await cluster?.stop()
  if (disk) unmountDisk(disk)
})

const place = installationForEachTest(() => ({ DATABASE_URL: cluster!.url('hives') }))

test.skipIf(!disk)(
  'a PostgreSQL whose disk is full accepts nothing, loses nothing acknowledged, and recovers by itself once there is room',
  async () => {
    cluster = await startCluster({ isDurable: true, disk: disk! })
    await cluster.admin('create database hives')
    await place.start()
    await fillAndFree(place.url, disk!, 10)
    expect(place.server.process.exitCode).toBeNull()
  },
  300_000,
)
