import { createHash } from 'node:crypto'
import { Agent } from 'node:http'
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts'
import { exchange } from './exchange.ts'

export const CHANNELS = 8

export type Transmitter = { controllerId: number; imei: string; deviceKey: string }
export type Owner = { cookie: string; transmitters: Transmitter[] }

/** Starts our server in a separate process with its own data folder, on a database file there or another given database. */
export const startHiveWatch = (
  dataDir: string,
  databaseUrl = `file:${databaseFile(dataDir)}`,
): Promise<ServerProcess> =>
  startServerProcess({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SUBSCRIPTIONS: 'off', LOG_LEVEL: 'info' })

export const databaseFile = (dataDir: string): string => `${dataDir}/hivewatch.sqlite`

/** Registers an owner and claims transmitters for them, as an app would. */
export async function provision(url: string, name: string, count: number, firstNumber: number): Promise<Owner> {
  const agent = new Agent({ keepAlive: true })
  const post = async (route: string, body: unknown, cookie = '') => {
    const headers = { 'content-type': 'application/json', cookie }
    const reply = await exchange(agent, `${url}/api${route}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (reply.status !== 201) throw new Error(`${route} was answered with ${reply.status}: ${reply.body}`)
    return reply
  }
  const password = createHash('sha256').update('a password for measuring').digest('hex')
  const registered = await post('/registration/user', { email: `${name}@example.org`, password, acceptTerms: true })
  const cookie = (registered.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
  const transmitters: Transmitter[] = []
  for (let i = 0; i < count; i++) {
    const imei = String(firstNumber + i).padStart(15, '0')
    const place = { name: `${name} ${i + 1}`, location: { latitude: 46.9, longitude: 7.4 }, updateInterval: 1 }
    const claimed = await post('/registration/controller', { imei, imsi: imei, ...place }, cookie)
    const { id, deviceKey } = JSON.parse(claimed.body.toString()) as { id: number; deviceKey: string }
    transmitters.push({ controllerId: id, imei, deviceKey })
  }
  agent.destroy()
  return { cookie, transmitters }
}

type ScaleOnList = { id: number; controllerId: number; channel: number }

/** The ids of the owner's scales in the order of transmitters and channels. */
export async function scaleIdsOf(url: string, owner: Owner): Promise<number[]> {
  const agent = new Agent()
  const { body } = await exchange(agent, `${url}/api/scale`, { headers: { cookie: owner.cookie } })
  const place = new Map(owner.transmitters.map(({ controllerId }, index) => [controllerId, index]))
  const order = (scale: ScaleOnList): number => (place.get(scale.controllerId) ?? 0) * CHANNELS + scale.channel
  const scales = JSON.parse(body.toString()) as ScaleOnList[]
  return scales.sort((a, b) => order(a) - order(b)).map(({ id }) => id)
}
