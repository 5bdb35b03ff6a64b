import type { SeasonKind } from '../alerts/notification.ts'
import { feedDue, type HiveSeason, harvest, lookAt, overFlow, supers, winterFeed } from './advise-hive.ts'
import { dayAfter } from './heatmap.ts'
import type { SeasonAdvice } from './season-advice.ts'
import { HARVEST_DAYS } from './season-rules.ts'

/** A piece of news about one hive, with the sentence that reports it; the end of a flow is reported with the same figures as its harvest. */
export type HiveNews = { scaleId: number; controllerId: number; kind: SeasonKind; advice: SeasonAdvice }

/** A flow that started longer ago is not news, for example if readings arrive late. */
const BEGUN_WITHIN_DAYS = 10

/** Returns what may be reported about a hive on this day; the caller knows what has been reported before. */
export function newsOf(hive: HiveSeason): HiveNews[] {
  const seen = lookAt(hive)
  if ('unknown' in seen) return []
  const { about, stores, flow } = seen
  const { today } = stores
  const { scaleId, controllerId } = hive
  const news: HiveNews[] = []
  const add = (kind: SeasonKind, said: object | undefined) => {
    if (said) news.push({ scaleId, controllerId, kind, advice: { ...about, ...said } as SeasonAdvice })
  }
  if (flow?.goesOn && flow.from >= dayAfter(today, -BEGUN_WITHIN_DAYS)) add('flowBegun', supers(hive, flow))
  if (flow && !flow.goesOn && today <= dayAfter(flow.to, HARVEST_DAYS)) add('flowEnded', overFlow(flow))
  if (flow && !flow.goesOn) add('harvest', harvest(hive, flow, today))
  add('feed', feedDue(stores) ?? (flow?.goesOn ? undefined : winterFeed(stores, hive.latitude)))
  return news
}
