import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimController, registerBeekeeper, sendReadings } from '../support/browser/app-fixture.ts'
import { isPoolerInstalled, type Pooler, startPooler } from '../support/server/pooler.ts'
import { type PostgresCluster, startCluster } from '../support/server/postgres-cluster.ts'
import { installationForEachTest } from './installation.ts'

const CONNECTIONS = 3

let cluster: PostgresCluster
let pooler: Pooler
beforeAll(async () => {
  if (!isPoolerInstalled) return
  cluster = await startCluster({ isDurable: true })
  await cluster.admin('create database hives')
  pooler = await startPooler(cluster.url('hives'), CONNECTIONS)
})
afterAll(async () => {
  await pooler?.stop()
  await cluster?.stop()
})

const place = installationForEachTest(() => ({ DATABASE_URL: pooler.url }))

test.runIf(isPoolerInstalled)(
  'behind a pooler in transaction mode, with fewer connections than it requests, everything works as usual',
  async () => {
    await place.start()
    const keepers = await Promise.all(Array.from({ length: 4 }, () => registerBeekeeper(place.url)))
    const end = Math.floor(Date.now() / 60_000) * 60
    const minutes = Array.from({ length: 120 }, (_, minute) => end - 60 * minute)
    const readings = (part: number[]) =>
      part.map((time) => ({ time: new Date(time * 1000).toISOString(), channel: 1, weight: 40 }))
    await Promise.all(
      keepers.map(async (keeper, i) => {
        const controller = await claimController(keeper, `Stand ${i}`)
        const sent = [0, 40, 80].map((from) =>
          sendReadings(place.url, controller, readings(minutes.slice(from, from + 40))),
        )
        const asked = Array.from({ length: 20 }, () => keeper.api.get('/dashboard'))
        await Promise.all([...sent, ...asked])
      }),
    )
    for (const { api } of keepers) {
      const [scale] = await api.get<{ id: number }[]>('/scale')
      const span = `scales=${scale!.id}&from=${end - 86_400}&to=${end + 60}&level=raw`
      const { series } = await api.get<{ series: { tiles: { time: number[] }[] }[] }>(`/timeline?${span}`)
      const times = series[0]!.tiles.flatMap(({ time }) => time)
      expect(times.toSorted((a, b) => b - a)).toEqual(minutes)
    }
    expect(place.server.output()).not.toMatch(/"level":[56]0/)
    // start another one on the same database, which proves that stopping leaves nothing behind
    await place.server.stop()
    await place.start()
    expect((await fetch(`${place.url}/readyz`)).status).toBe(200)
  },
  180_000,
)
