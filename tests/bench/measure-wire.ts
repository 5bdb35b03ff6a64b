import { Agent } from 'node:http'
import { decodeContainer } from '#domain/hives/tiles/timeline-container.ts'
import { type Bench, figure, type Row } from './bench.ts'
import { exchange } from './exchange.ts'

const FIRST_MAXIMUM_KB = 60
const AGAIN_MAXIMUM_PERCENT = 2

/** Bytes on the wire, including headers, when opening a year of 20 scales for the first and the second time. */
export async function measureWire({ server, keeper, scaleIds, span }: Bench): Promise<Row[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { cookie: keeper.cookie, accept: 'application/octet-stream' }
  const from = span.to - 365 * 86_400
  const url = `${server.url}/api/timeline?scales=${scaleIds.slice(0, 20)}&from=${from}&to=${span.to}`
  const first = await exchange(agent, url, { headers })
  const { cursor, level } = decodeContainer(first.body)
  const again = await exchange(agent, `${url}&level=${level}&since=${cursor}`, { headers })
  agent.destroy()
  const kilobytes = first.wireBytes / 1000
  const percent = (again.wireBytes / first.wireBytes) * 100
  return [
    {
      name: `a year of 20 scales on the wire, first time (level ${level})`,
      ours: `${figure(kilobytes)} kB`,
      influxdb: '–',
      ratio: '–',
      target: { text: `< ${FIRST_MAXIMUM_KB} kB`, isMet: kilobytes < FIRST_MAXIMUM_KB },
    },
    {
      name: 'the same, second time',
      ours: `${again.wireBytes} bytes`,
      influxdb: '–',
      ratio: `${figure(percent)} %`,
      target: { text: `< ${AGAIN_MAXIMUM_PERCENT} %`, isMet: percent < AGAIN_MAXIMUM_PERCENT },
    },
  ]
}
