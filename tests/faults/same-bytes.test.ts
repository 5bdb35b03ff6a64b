import path from 'node:path'
import { expect, test } from 'vitest'
import { createPostgresLane } from '../../server/platform/db/postgres-lane.ts'
import { openPool } from '../../server/platform/db/postgres-pool.ts'
import { postgresKysely } from '../../server/store/connect-postgres.ts'
import type { Database } from '../../server/store/database.ts'
import { openDatabase } from '../../server/store/open-database.ts'
import { type ClaimedController, claimController, registerBeekeeper } from '../support/browser/app-fixture.ts'
import { cutAt, inOrder, readStored, type SentReading, twoHives } from '../support/samples/two-hives.ts'
import { startServerProcess } from '../support/server/server-process.ts'
import { type Node, nodesForEachTest, readiness } from './nodes.ts'

const nodes = nodesForEachTest()

/** Sends until it is accepted. */
async function send(url: string, controller: ClaimedController, readings: SentReading[]): Promise<void> {
  const { imei, imsi, deviceKey } = controller
  const headers = { authorization: `Bearer ${deviceKey}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ imei, imsi, readings })
  const ask = async () => {
    const answer = await fetch(`${url}/api/ingest`, { method: 'POST', headers, body }).catch(() => undefined)
    return answer?.status
  }
  await expect.poll(ask, { interval: 200 }).toBe(200)
}

/** What is stored once everything is processed, without the times at which servers processed it. */
async function stored(database: Pick<Database, 'db'>) {
  const { db } = database
  const waits = async () => {
    const { inbox, due, assessmentsDue } = await readStored({ db })
    return inbox.length + due.length + assessmentsDue.length
  }
  await expect.poll(waits).toBe(0)
  return readStored({ db })
}

test('readings in any order over two nodes, one of which is killed, leave the same bytes as in order on SQLite', async () => {
  const readings = twoHives()
  const both = readings.slice(0, 2)

  const folder = path.join(nodes.folder, 'alone')
  const alone = await startServerProcess({ DATA_DIR: folder })
  const one = await claimController(await registerBeekeeper(alone.url))
  await send(alone.url, one, both)
  await send(alone.url, one, readings)
  const file = await openDatabase(path.join(folder, 'hivewatch.sqlite'), { readers: 1, onLost: () => undefined })
  const expected = await stored(file)
  await file.close()
  await alone.stop()
  expect(expected.alarms.length).toBeGreaterThan(0)

  const pair = (await nodes.make(2)) as [Node, Node]
  for (const node of pair) await node.start()
  const [keeper, standby] = pair
  const same = await claimController(await registerBeekeeper(standby.url))
  // scales are numbered in the order in which they arrive
  await send(standby.url, same, both)
  const batches = cutAt(inOrder(readings, { shuffledBy: 20_261_124 }), [60, 61, 200, 330, 470])
  for (const [i, batch] of batches.entries()) {
    if (i === 3) await keeper.server.kill()
    await send((i < 3 ? pair[i % 2]! : standby).url, same, batch)
  }
  expect(await readiness(standby)).toBe('ready')
  const lane = createPostgresLane(await openPool(nodes.database, { max: 1 }))
  expect(await stored({ db: postgresKysely(lane, { count: 0 }) })).toEqual(expected)
  await lane.close()
}, 300_000)
