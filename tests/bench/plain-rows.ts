import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

/** Runs in a separate process: accepts requests with readings as HiveWatch does, and stores each reading as a row, committed per request. */
const CONNECTIONS = 12
const INSERT = `insert into reading (imei, channel, time, weight, temperature, humidity) values ($1, $2, $3, $4, $5, $6)
  on conflict (imei, channel, time) do nothing`

type Body = {
  imei: string
  readings: { channel: number; time: string; weight: number; temperature: number; humidity: number }[]
}

const pool = new pg.Pool({ connectionString: process.env.BENCH_POSTGRES_URL, max: CONNECTIONS })
await pool.query(`create table reading (imei text, channel int, time timestamptz, weight real, temperature real, humidity real,
  primary key (imei, channel, time))`)

async function store({ imei, readings }: Body): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    for (const { channel, time, weight, temperature, humidity } of readings) {
      const values = [imei, channel, time, weight, temperature, humidity]
      await client.query({ name: 'insert', text: INSERT, values })
    }
    await client.query('commit')
    return readings.length
  } finally {
    client.release()
  }
}

const server = createServer((incoming, outgoing) => {
  const chunks: Buffer[] = []
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
  incoming.on('end', async () => {
    const accepted = await store(JSON.parse(Buffer.concat(chunks).toString()) as Body)
    const text = JSON.stringify({ accepted, duplicates: 0 })
    outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length }).end(text)
  })
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
