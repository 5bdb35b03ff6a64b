import type { V1Figures } from '#domain/exchange/api-v1.ts'
import type { DashboardController } from '#domain/insight/dashboard.ts'
import type { Deps } from '../../deps.ts'
import type { SignedIn } from '../../platform/http/env.ts'

/** The dashboard figures of each scale in use, ordered by scale id. */
export async function readV1Figures(
  { database, clock, config }: Pick<Deps, 'database' | 'clock' | 'config'>,
  account: SignedIn,
): Promise<V1Figures[]> {
  const { subscriptions } = config
  const text = await database.read('dashboard', { account, nowMs: clock.now(), subscriptions })
  const controllers: DashboardController[] = JSON.parse(text)
  const rows = controllers.flatMap(({ id, name, battery, signal, scales }) =>
    scales
      .filter(({ state }) => state !== 'archived')
      .map((scale): V1Figures => {
        const { last } = scale
        return {
          ...{ scaleId: scale.id, scale: scale.name, transmitterId: id, transmitter: name },
          ...{ time: last?.time ?? null, weight: last?.weight ?? null },
          ...{ temperature: last?.temperature ?? null, humidity: last?.humidity ?? null },
          ...{ change24h: scale.change24h, change7d: scale.change7d, battery, signal },
          // behind all others: the columns of a table stay where they were
          ...{ weightTime: last?.weightTime ?? null, temperatureTime: last?.temperatureTime ?? null },
          humidityTime: last?.humidityTime ?? null,
        }
      }),
  )
  return rows.sort((a, b) => a.scaleId - b.scaleId)
}
