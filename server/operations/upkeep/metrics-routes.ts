import { hash, timingSafeEqual } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { clientAddress } from '../../platform/http/client-connection.ts'
import { isFromThisMachine } from '../../platform/http/from-this-machine.ts'
import type { AnswerCounts } from '../../platform/http/log-request.ts'
import { createRateLimit } from '../../platform/http/rate-limit.ts'
import type { Metrics } from '../../platform/runtime/metrics.ts'
import { createServerMetrics } from './server-metrics.ts'

const WRONG_TOKENS = 30
const WRONG_TOKENS_SECONDS = 600

/** `/metrics` for Prometheus: for this machine itself, and for who knows `METRICS_TOKEN`. */
export function metricsRoutes(
  deps: Pick<
    Deps,
    'database' | 'clock' | 'config' | 'ingest' | 'troubles' | 'keyBudgets' | 'fieldFaults' | 'disk' | 'breakers'
  >,
  answers: AnswerCounts,
): Hono {
  const tries = createRateLimit(WRONG_TOKENS, WRONG_TOKENS_SECONDS)
  // made when somebody asks: until then measuring costs nothing
  let metrics: Metrics | undefined

  async function requireReader(c: Context): Promise<void> {
    const { metricsToken } = deps.config
    const token = /^Bearer (\S{1,500})$/.exec(c.req.header('authorization') ?? '')?.[1]
    if (token !== undefined && metricsToken !== undefined) {
      const address = clientAddress(c, deps.config)
      await tries.consume(address)
      if (!isSame(token, metricsToken)) throw new AppError(401, 'forbidden')
      await tries.giveBack(address)
      return
    }
    if (!isFromThisMachine(c)) throw new AppError(403, 'forbidden')
  }

  return new Hono().get('/metrics', async (c) => {
    await requireReader(c)
    metrics ??= createServerMetrics(deps, answers)
    return c.text(await metrics.text(), 200, { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' })
  })
}

const isSame = (given: string, wanted: string): boolean =>
  timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', wanted, 'buffer'))
