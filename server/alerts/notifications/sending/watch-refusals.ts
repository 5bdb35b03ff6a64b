import { DAY_MS } from '#domain/platform/durations.ts'
import type { Deps } from '../../../deps.ts'
import { selectRefusedPush } from '../reached-channel-queries.ts'
import { placeOf } from '../to-channel.ts'

/** With fewer owners it is not our problem: they are told themselves. */
const MANY_OWNERS = 3
/** A device refused for longer has an owner who has not opened the app since; administrators were told for long enough. */
const LATELY_MS = 7 * DAY_MS

/**
 * Creates the job that tells administrators when a push service refuses the devices of several people: then
 * what we send is at fault, most often because `vapid.json` is not the one they subscribed with.
 */
export const createRefusalWatch =
  ({ database: { db }, clock, troubles }: Pick<Deps, 'database' | 'clock' | 'troubles'>) =>
  async (): Promise<void> => {
    const refused = await selectRefusedPush(db, clock.now() - LATELY_MS)
    const byService = Map.groupBy(refused, ({ address }) => placeOf({ type: 'push', address }).address)
    const told = new Set<string>()
    for (const [subject, channels] of byService) {
      const owners = new Set(channels.map(({ account_id }) => account_id))
      if (!subject || owners.size < MANY_OWNERS) continue
      told.add(subject)
      await troubles.raise({ kind: 'push_refused', subject, values: { count: channels.length } })
    }
    for (const { kind, subject } of await troubles.open())
      if (kind === 'push_refused' && subject && !told.has(subject)) await troubles.clear(kind, subject)
  }
