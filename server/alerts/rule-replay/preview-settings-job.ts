import {
  activitySettings,
  averageSettings,
  PREVIEW_DAYS,
  PREVIEW_HIVES_MAXIMUM,
  PREVIEW_REGIONS_MAXIMUM,
  type SettingsPreview,
  SettingsPreviewInput,
} from '#domain/alerts/settings-preview.ts'
import { gramsFromKg } from '#domain/hives/units.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { GlobalSettings } from '#domain/platform/settings.ts'
import type { Deps } from '../../deps.ts'
import { defineJob } from '../../platform/jobs/job-kind.ts'
import { readSettings } from '../../platform/settings/read-settings.ts'
import { replayScaleRule } from './replay-scale-rule.ts'
import { selectPreviewRegions, selectWeighingHives } from './rule-replay-queries.ts'

type Tried = SettingsPreview['settings']
type Watch = { signal: AbortSignal; progress(done: number, detail?: string): void }

/** Tries other settings on past data; changes nothing, and looks at a limited sample of hives and regions. */
export const previewSettingsJob = defineJob({
  input: SettingsPreviewInput,
  startedBy: 'administrator',
  async run({ input, signal, progress, deps }): Promise<SettingsPreview> {
    await deps.ingest.settled()
    const { settings } = input
    const tries = (names: readonly (keyof GlobalSettings)[]) => names.some((name) => settings[name] !== undefined)
    const [hasAlarms, hasAverages] = [tries(activitySettings), tries(averageSettings)]
    const share = hasAlarms && hasAverages ? 0.5 : 1
    const alarms = hasAlarms
      ? await tryAlarms(deps, settings, { signal, progress: (done, detail) => progress(done * share, detail) })
      : null
    const averages = hasAverages
      ? await tryAverages(deps, settings, {
          signal,
          progress: (done, detail) => progress(1 - share + done * share, detail),
        })
      : null
    return { settings, alarms, averages }
  },
})

async function tryAlarms(deps: Deps, settings: Tried, { signal, progress }: Watch) {
  const to = Math.floor(deps.clock.now() / 1000)
  const span = { from: to - PREVIEW_DAYS * DAY_SECONDS, to }
  const all = await selectWeighingHives(deps.database.db, span.from)
  const hives = evenly(all, PREVIEW_HIVES_MAXIMUM)
  const thresholds = Object.fromEntries(
    activitySettings.filter((name) => settings[name] !== undefined).map((name) => [name, settings[name]]),
  )
  const rule = { alarm: 'activity' as const, scales: [], thresholds }
  const count = { both: 0, added: 0, dropped: 0 }
  for (const [at, hive] of hives.entries()) {
    signal.throwIfAborted()
    const { entries } = await replayScaleRule(deps, hive, rule, span, { signal, progress: () => undefined })
    for (const { verdict } of entries) count[verdict]++
    progress((at + 1) / hives.length, hive.name)
  }
  return { hives: hives.length, allHives: all.length, rang: count.both + count.dropped, ...count }
}

async function tryAverages({ database, clock }: Deps, settings: Tried, { signal, progress }: Watch) {
  const nowSeconds = Math.floor(clock.now() / 1000)
  const date = new Date(clock.now())
  const month = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1)).toISOString().slice(0, 7)
  const regions = evenly(await selectPreviewRegions(database.db), PREVIEW_REGIONS_MAXIMUM)
  const known = await readSettings(database.db)
  const sums = { now: { days: 0, hives: 0 }, tried: { days: 0, hives: 0 } }
  for (const [at, { id: regionId, name }] of regions.entries()) {
    for (const [which, wanted] of [
      ['now', known],
      ['tried', { ...known, ...(settings as Partial<GlobalSettings>) }],
    ] as const) {
      signal.throwIfAborted()
      const days = await database.read('regionMonth', { regionId, month, nowSeconds, limits: limitsOf(wanted) })
      sums[which].days += days.length
      sums[which].hives += days.reduce((sum, { hives }) => sum + hives, 0)
    }
    progress((at + 1) / regions.length, name)
  }
  return {
    month,
    regions: regions.length,
    regionDays: { now: sums.now.days, tried: sums.tried.days },
    hiveDays: { now: sums.now.hives, tried: sums.tried.hives },
  }
}

const limitsOf = (settings: GlobalSettings) => ({
  minimumMassGrams: gramsFromKg(settings.averageWeightMinimumMassKg),
  maximumDeltaGrams: gramsFromKg(settings.averageWeightMaximumDeltaKg),
})

/** Returns at most `maximum` items of a list, spread evenly over all of it. */
const evenly = <Item>(list: readonly Item[], maximum: number): Item[] =>
  list.length <= maximum
    ? [...list]
    : Array.from({ length: maximum }, (_, at) => list[Math.floor((at * list.length) / maximum)]!)
