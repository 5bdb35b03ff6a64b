import type { Clock } from '../platform/runtime/clock.ts'
import type { Logger } from '../platform/runtime/logger.ts'
import { ApiClient } from './api-client.ts'
import { type ReadyTransmitter, sendReadings } from './fill-apiary.ts'
import { readingAt } from './reading-at.ts'

const SEND_EVERY_MS = 60_000

/** Live transmitters: each sends its hives' readings once a minute until stopped. */
export function keepSending(
  url: string,
  transmitters: ReadyTransmitter[],
  clock: Clock,
  logger: Logger,
): { stop(): void } {
  const api = new ApiClient(url)
  const timer = setInterval(async () => {
    const time = Math.floor(clock.now() / 1000)
    for (const transmitter of transmitters) {
      const readings = transmitter.hives.map((_, i) => readingAt(transmitter, i, time))
      try {
        await sendReadings(api, transmitter, readings)
      } catch (error) {
        logger.warn({ err: error, transmitter: transmitter.name }, 'a demo transmitter could not send')
      }
    }
  }, SEND_EVERY_MS)
  return { stop: () => clearInterval(timer) }
}
