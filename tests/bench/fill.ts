import { Agent } from 'node:http'
import { exchange } from './exchange.ts'
import { createHive, type HiveReading } from './hive-series.ts'
import { CHANNELS, type Transmitter } from './hivewatch.ts'
import type { InfluxDb } from './influxdb.ts'
import { sleep } from './statistics.ts'

export const STEP_SECONDS = 600
const BATCH_DAYS = 4
const LINES = 10_000
const AT_ONCE = 4

export type Span = { from: number; to: number }

/** The readings of one transmitter's hives over the span, in batches; always the same. */
function* batches(index: number, { from, to }: Span): Generator<{ channel: number; reading: HiveReading }[]> {
  const hives = Array.from({ length: CHANNELS }, (_, channel) => createHive(index * CHANNELS + channel + 1))
  const length = BATCH_DAYS * 86_400
  for (let start = from; start < to; start += length) {
    const batch: { channel: number; reading: HiveReading }[] = []
    for (let time = start; time < Math.min(start + length, to); time += STEP_SECONDS) {
      hives.forEach((hive, channel) => {
        batch.push({ channel: channel + 1, reading: hive(time, STEP_SECONDS) })
      })
    }
    yield batch
  }
}

/** Sends years of readings of all transmitters to our server, in chronological order; returns the number of readings. */
export async function fillHiveWatch(url: string, transmitters: Transmitter[], span: Span): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const sources = transmitters.map((transmitter, index) => ({ transmitter, batches: batches(index, span) }))
  let count = 0
  for (let open = true; open; ) {
    open = false
    const queue = sources.flatMap(({ transmitter, batches }) => {
      const { value, done } = batches.next()
      return done ? [] : [{ transmitter, batch: value }]
    })
    const work = async () => {
      for (let next = queue.pop(); next; next = queue.pop()) {
        open = true
        await send(agent, url, next.transmitter, next.batch)
        count += next.batch.length
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  }
  agent.destroy()
  return count
}

async function send(
  agent: Agent,
  url: string,
  { imei, deviceKey }: Transmitter,
  batch: { channel: number; reading: HiveReading }[],
): Promise<void> {
  const readings = batch.map(({ channel, reading }) => ({
    ...reading,
    time: new Date(reading.time * 1000).toISOString(),
    channel,
  }))
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${deviceKey}` }
  const body = JSON.stringify({ imei, imsi: imei, readings })
  const ask = () => exchange(agent, `${url}/api/ingest`, { method: 'POST', headers, body })
  let reply = await ask()
  // a year at once is more than a key may send, so it waits as a transmitter would
  while (reply.status === 429) {
    await sleep(Number(reply.headers['retry-after']) * 1000)
    reply = await ask()
  }
  const { accepted } = JSON.parse(reply.body.toString()) as { accepted?: number }
  if (accepted !== batch.length) throw new Error(`not all readings were taken: ${reply.body.toString().slice(0, 300)}`)
}

/** Writes the same readings to InfluxDB: one series per scale, numbered from 1 in the order of transmitters and channels. */
export async function fillInfluxDb(influx: InfluxDb, transmitters: number, span: Span): Promise<void> {
  let lines: string[] = []
  for (let index = 0; index < transmitters; index++) {
    for (const batch of batches(index, span)) {
      for (const { channel, reading } of batch) {
        const { weight, temperature, humidity, time } = reading
        lines.push(`hive,scale=${index * CHANNELS + channel} w=${weight},t=${temperature},h=${humidity} ${time}`)
      }
      if (lines.length >= LINES) {
        await influx.write(lines)
        lines = []
      }
    }
  }
  if (lines.length > 0) await influx.write(lines)
}
