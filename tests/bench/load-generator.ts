import { connect } from 'node:net'
import { CHANNELS, type Transmitter } from './hivewatch.ts'

/**
 * Runs in a separate process: sends requests of eight readings over kept-alive connections, one after the other on each, and prints the results. `rate` limits
 * the requests per second over all connections; without it, each goes as fast as it can.
 */
export type LoadOrder = {
  target: 'hivewatch' | 'influxdb'
  port: number
  connections: number
  seconds: number
  maximumRequests: number
  rate?: number
  transmitters: Transmitter[]
  /** Readings start here and continue in steps of ten minutes; epoch seconds. */
  from: number
}

export type LoadResult = { requests: number; seconds: number; latenciesMs: number[] }

const WARM_UP_SHARE = 0.2
/** How many requests per second are prepared in advance, so that building them takes no time from the servers. */
const PREPARED_A_SECOND = 40_000

function body(order: LoadOrder, transmitter: number, time: number): string {
  const at = order.target === 'hivewatch' ? new Date(time * 1000).toISOString() : ''
  const rows: string[] = []
  for (let channel = 1; channel <= CHANNELS; channel++) {
    const phase = time / 3000 + channel * 7 + transmitter
    const weight = (40 + Math.sin(phase / 40) + ((time / 600 + channel * 13) % 17) / 1000).toFixed(3)
    const temperature = (20 + 8 * Math.sin(phase / 28)).toFixed(2)
    const humidity = (60 + 9 * Math.cos(phase / 28)).toFixed(1)
    rows.push(
      order.target === 'hivewatch'
        ? `{"time":"${at}","channel":${channel},"weight":${weight},"temperature":${temperature},"humidity":${humidity}}`
        : `hive,scale=${100_000 + transmitter * CHANNELS + channel} w=${weight},t=${temperature},h=${humidity} ${time}`,
    )
  }
  const { imei } = order.transmitters[transmitter]!
  if (order.target === 'influxdb') {
    // what the transmitter reports about itself is stored by both
    return [...rows, `transmitter,imei=${imei} battery=3.91,signal=-71 ${time}`].join('\n')
  }
  return `{"imei":"${imei}","imsi":"${imei}","battery":3.91,"signal":-71,"readings":[${rows.join()}]}`
}

function message(order: LoadOrder, index: number): string {
  const count = order.transmitters.length
  const transmitter = index % count
  const text = body(order, transmitter, order.from + Math.floor(index / count) * 600)
  const head =
    order.target === 'hivewatch'
      ? `POST /api/ingest HTTP/1.1\r\nAuthorization: Bearer ${order.transmitters[transmitter]!.deviceKey}\r\nContent-Type: application/json`
      : 'POST /write?db=bench&precision=s HTTP/1.1'
  return `${head}\r\nHost: 127.0.0.1\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}

/** The length of the first complete answer in `text`, 0 while it is incomplete. */
function answerLength(text: string): number {
  const head = text.indexOf('\r\n\r\n')
  if (head < 0) return 0
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head))
  if (length) {
    const end = head + 4 + Number(length[1])
    return text.length >= end ? end : 0
  }
  if (!/\r\ntransfer-encoding: chunked/i.test(text.slice(0, head))) return head + 4
  const end = text.indexOf('0\r\n\r\n', head + 4)
  return end < 0 ? 0 : end + 5
}

function isTaken(order: LoadOrder, text: string): boolean {
  return order.target === 'influxdb'
    ? text.startsWith('HTTP/1.1 204')
    : text.startsWith('HTTP/1.1 200') && text.includes('"accepted":8,')
}

async function run(order: LoadOrder): Promise<LoadResult> {
  const latenciesMs: number[] = []
  const expected = (order.rate ?? PREPARED_A_SECOND) * order.seconds
  const prepared = Array.from({ length: Math.min(order.maximumRequests, expected) }, (_, index) =>
    Buffer.from(message(order, index), 'latin1'),
  )
  const start = performance.now()
  const counted = start + order.seconds * 1000 * WARM_UP_SHARE
  const end = start + order.seconds * 1000
  let next = 0

  const one = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect(order.port, '127.0.0.1')
      socket.setNoDelay(true)
      socket.on('error', reject)
      let answer = ''
      let sentAt = 0
      const send = () => {
        const index = next++
        if (performance.now() >= end || index >= order.maximumRequests) {
          socket.end()
          resolve()
          return
        }
        const go = () => {
          sentAt = performance.now()
          socket.write(prepared[index] ?? message(order, index))
        }
        if (order.rate === undefined) return go()
        setTimeout(go, Math.max(0, start + (index * 1000) / order.rate - performance.now()))
      }
      socket.on('data', (chunk) => {
        answer += chunk.toString('latin1')
        const length = answerLength(answer)
        if (length === 0) return
        if (!isTaken(order, answer)) {
          reject(new Error(`a request was not taken: ${answer}`))
          socket.destroy()
          return
        }
        answer = answer.slice(length)
        if (sentAt >= counted) latenciesMs.push(performance.now() - sentAt)
        send()
      })
      socket.on('connect', send)
    })
  await Promise.all(Array.from({ length: order.connections }, one))
  return { requests: latenciesMs.length, seconds: (performance.now() - counted) / 1000, latenciesMs }
}

process.on('message', async (order: LoadOrder) => {
  process.send!(await run(order), () => process.disconnect())
})
