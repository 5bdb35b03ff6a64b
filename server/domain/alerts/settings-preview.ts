import * as v from 'valibot'
import { GlobalSettings, SettingsBody } from '../platform/settings.ts'

export const PREVIEW_DAYS = 30
export const PREVIEW_HIVES_MAXIMUM = 40
export const PREVIEW_REGIONS_MAXIMUM = 50

export const activitySettings = [
  'activityDrain',
  'activityTriggerGainLevel',
  'activityTriggerLossLevel',
  'activityWeightDistance',
] as const satisfies (keyof GlobalSettings)[]
export const averageSettings = [
  'averageWeightMaximumDeltaKg',
  'averageWeightMinimumMassKg',
] as const satisfies (keyof GlobalSettings)[]

/** What a SETTINGS_PREVIEW job tries. */
export const SettingsPreviewInput = v.object({
  settings: v.pipe(
    SettingsBody,
    v.check((settings) => Object.keys(settings).length > 0, 'at least one setting'),
  ),
})

const counted = v.object({ now: v.number(), tried: v.number() })

/**
 * What other settings would have changed. `alarms`: of a sample of `hives` in the last 30 days, those that rang, would have rung as
 * well, would have come in addition, and would have stayed away. `averages`: of the last whole month (`2026-04`), days of regions that
 * have an average, and hives that count on a day, added up. Null where none of its settings is tried.
 */
export const SettingsPreview = v.object({
  settings: v.partial(GlobalSettings),
  alarms: v.nullable(
    v.object({
      hives: v.number(),
      allHives: v.number(),
      rang: v.number(),
      both: v.number(),
      added: v.number(),
      dropped: v.number(),
    }),
  ),
  averages: v.nullable(v.object({ month: v.string(), regions: v.number(), regionDays: counted, hiveDays: counted })),
})
export type SettingsPreview = v.InferOutput<typeof SettingsPreview>
