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

/** The input of a SETTINGS_PREVIEW job. */
export const SettingsPreviewInput = v.object({
  settings: v.pipe(
    SettingsBody,
    v.check((settings) => Object.keys(settings).length > 0, 'at least one setting'),
  ),
})

const counted = v.object({ now: v.number(), tried: v.number() })

/**
 * What other settings would have changed. `alarms`: from a sample of `hives` in the last 30 days, the number that rang, that would have
 * rung as well, that would have been added, and that would have been dropped. `averages`: for the last whole month (`2026-04`), the number
 * of region days with an average, and the total of hives that count on each day. Null if none of its settings is being tried.
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
