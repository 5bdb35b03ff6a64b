import { hash, timingSafeEqual } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { Config } from '../../../platform/config/config.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { clientAddress } from '../../../platform/http/connections/client-connection.ts'
import { isFromThisMachine } from '../../../platform/http/connections/from-this-machine.ts'
import { createRateLimit } from '../../../platform/http/limits/rate-limit.ts'
import type { Metrics } from '../../../platform/runtime/metrics.ts'

const WRONG_TOKENS = 30
const WRONG_TOKENS_SECONDS = 600

/** `/metrics` for Prometheus, with the metrics of `make`: for this machine itself, and for anyone who has `METRICS_TOKEN`. */
export function metricsRoutes(config: Config, make: () => Metrics): Hono {
  const tries = createRateLimit(WRONG_TOKENS, WRONG_TOKENS_SECONDS)
  // created on the first request: until then measuring costs nothing
  let metrics: Metrics | undefined

  async function requireReader(c: Context): Promise<void> {
    const { metricsToken } = config
    const token = /^Bearer +(\S{1,500})$/i.exec(c.req.header('authorization') ?? '')?.[1]
    if (token !== undefined && metricsToken !== undefined) {
      const address = clientAddress(c, config)
      await tries.consume(address)
      if (!isSame(token, metricsToken)) throw new AppError(401, 'forbidden')
      await tries.giveBack(address)
      return
    }
    if (!isFromThisMachine(c)) throw new AppError(403, 'forbidden')
  }

  return new Hono().get('/metrics', async (c) => {
    await requireReader(c)
    metrics ??= make()
    return c.text(await metrics.text(), 200, { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' })
  })
}

const isSame = (given: string, wanted: string): boolean =>
  timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', wanted, 'buffer'))
