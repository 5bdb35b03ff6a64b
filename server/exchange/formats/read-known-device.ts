import { createLocalClock, type LocalClock } from '#domain/hives/local-clock.ts'
import { lacksZone } from '#domain/platform/moment.ts'
import type { Deps } from '../../deps.ts'
import { readPercentNames } from '../../hives/readings/refusals/read-field-faults.ts'
import { zoneOf } from '../../hives/timeline/zone-of-controller.ts'
import type { Meaning } from '../../hives/unknown-fields/known-fields.ts'
import { readMeanings } from '../../hives/unknown-fields/read-meanings.ts'
import type { KnownDevice } from './decode-fields.ts'
import { type KeyHolder, selectChannels } from './format-queries.ts'

/** What is known about a transmitter before its message is read. */
export async function readKnownDevice(
  deps: Pick<Deps, 'database' | 'clock'>,
  { id }: Pick<KeyHolder, 'id'>,
): Promise<KnownDevice> {
  const meanings = await readMeanings(deps, id)
  const assigned = meanings.map(({ name, quantity, channel, unit }): [string, Meaning] => [
    name,
    // the owner's meanings take precedence over the built-in table
    { quantity, channel: isOwn(quantity) ? 0 : channel, unit, isNumbered: false, isProbe: false, rank: -1, series: '' },
  ])
  return {
    scales: new Set(await selectChannels(deps.database.db, id)),
    assigned: new Map(assigned),
    percent: new Set(await readPercentNames(deps, id)),
  }
}

/** The clock of a transmitter's region, if what its device says about the time needs one. */
export async function clockFor(
  { database: { db } }: Pick<Deps, 'database'>,
  { primary_region_id }: Pick<KeyHolder, 'primary_region_id'>,
  said: unknown,
): Promise<LocalClock | undefined> {
  const isNeeded = typeof said === 'string' && lacksZone(said)
  return isNeeded ? createLocalClock(await zoneOf(db, primary_region_id)) : undefined
}

const isOwn = (quantity: Meaning['quantity']) => quantity === 'battery' || quantity === 'signal'
