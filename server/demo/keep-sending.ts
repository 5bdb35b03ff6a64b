import type { Clock } from '../platform/runtime/clock.ts'
import type { Logger } from '../platform/runtime/logger.ts'
import { ApiClient } from './api-client.ts'
import { type ReadyTransmitter, readingsAt, sendReadings } from './fill-apiary.ts'

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
      try {
        await sendReadings(api, transmitter, readingsAt(transmitter, time))
      } catch (error) {
        logger.warn({ err: error, transmitter: transmitter.name }, 'a demo transmitter could not send')
      }
    }
  }, SEND_EVERY_MS)
  return { stop: () => clearInterval(timer) }
}
