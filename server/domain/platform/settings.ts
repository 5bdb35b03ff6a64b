import * as v from 'valibot'

/** The global settings by name; weights in kg, drain in kg per hour, mass in kg. */
export const GlobalSettings = v.object({
  activityDrain: v.pipe(v.number(), v.minValue(0), v.maxValue(10)),
  activityTriggerGainLevel: v.pipe(v.number(), v.minValue(0.1), v.maxValue(50)),
  activityTriggerLossLevel: v.pipe(v.number(), v.minValue(0.1), v.maxValue(50)),
  activityWeightDistance: v.pipe(v.number(), v.minValue(0.01), v.maxValue(5)),
  averageWeightMaximumDeltaKg: v.pipe(v.number(), v.minValue(0.1), v.maxValue(100)),
  averageWeightMinimumMassKg: v.pipe(v.number(), v.minValue(0), v.maxValue(200)),
})
export type GlobalSettings = v.InferOutput<typeof GlobalSettings>

export const defaultGlobalSettings: GlobalSettings = {
  activityDrain: 0.3,
  activityTriggerGainLevel: 2.5,
  activityTriggerLossLevel: 1,
  activityWeightDistance: 0.05,
  averageWeightMaximumDeltaKg: 5,
  averageWeightMinimumMassKg: 8,
}

/** Any subset of the settings; unknown names are refused. */
export const SettingsBody = v.partial(v.strictObject(GlobalSettings.entries))
export const SettingsReply = v.object({ message: v.string(), ...GlobalSettings.entries })
