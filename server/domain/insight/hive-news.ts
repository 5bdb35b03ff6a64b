import type { SeasonKind } from '../alerts/season-news.ts'
import { feedDue, type HiveSeason, harvest, lookAt, overFlow, supers, winterFeed } from './advise-hive.ts'
import { dayAfter } from './heatmap.ts'
import type { SeasonAdvice } from './season-advice.ts'
import { HARVEST_DAYS } from './season-rules.ts'

/** News of one hive, with the sentence that tells them; that a flow is over is told from the same figures as its harvest. */
export type HiveNews = { scaleId: number; controllerId: number; kind: SeasonKind; advice: SeasonAdvice }

/** A flow that began longer ago is no news: readings that come late tell of none. */
const BEGUN_WITHIN_DAYS = 10

/** What may be told of a hive on this day; who tells it knows what was told before. */
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
