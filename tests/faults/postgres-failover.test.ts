import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startCluster } from '../support/server/postgres-cluster.ts'
import { startSilentProxy } from '../support/services/silent-proxy.ts'
import { LEASE_MS, nodesForEachTest, readiness } from './nodes.ts'
import { startSteadyLoad } from './steady-load.ts'

const nodes = nodesForEachTest()

test('a promoted synchronous standby has everything that was acknowledged, and the nodes find it by themselves', async () => {
  const primary = nodes.cluster
  const standby = await startCluster({ isDurable: true, standbyOf: primary })
  onTestFinished(() => standby.stop())
  await primary.admin("alter system set synchronous_standby_names = '*'")
  await primary.admin('select pg_reload_conf()')
  const portOf = (url: string) => Number(new URL(url).port)
  const way = await startSilentProxy(portOf(nodes.database))
  onTestFinished(() => way.close())
  const database = new URL(nodes.database)
  database.port = String(way.port)
  const pair = await nodes.make(2)
  for (const node of pair) await node.start({ DATABASE_URL: database.href })
  const load = await startSteadyLoad(pair)
  await load.more(200)
  await primary.crash()
  await pause(LEASE_MS / 2)
  await standby.admin('select pg_promote()')
  way.lead(portOf(standby.url('postgres')))
  await load.more(200)
  await load.stop()
  await load.expectKept()
  for (const { server } of pair) expect(server.process.exitCode).toBeNull()
  // the one that passes on may not have found the standby yet
  const readinesses = async () => (await Promise.all(pair.map(readiness))).sort()
  await expect.poll(readinesses, { timeout: 2 * LEASE_MS }).toEqual(['passes on', 'ready'])
}, 300_000)
