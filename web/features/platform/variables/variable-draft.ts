import * as v from 'valibot'
import { GlobalSettings } from '#domain/platform/settings.ts'

export type VariableName = keyof GlobalSettings
export const variableNames = Object.keys(GlobalSettings.entries) as VariableName[]

export const unitOf: Record<VariableName, string> = {
  activityDrain: 'kg/h',
  activityTriggerGainLevel: 'kg',
  activityTriggerLossLevel: 'kg',
  activityWeightDistance: 'kg',
  averageWeightMaximumDeltaKg: 'kg',
  averageWeightMinimumMassKg: 'kg',
}

/** The minimum and maximum of a setting. */
export function boundsOf(name: VariableName): { min: number; max: number } {
  const bounds = { min: 0, max: 0 }
  for (const part of GlobalSettings.entries[name].pipe) {
    if (part.type === 'min_value') bounds.min = part.requirement
    if (part.type === 'max_value') bounds.max = part.requirement
  }
  return bounds
}

/** What was typed into the fields. */
type VariableDraft = Record<VariableName, string>

export const draftOf = (settings: GlobalSettings): VariableDraft =>
  Object.fromEntries(variableNames.map((name) => [name, String(settings[name])])) as VariableDraft

/** What was typed stays, even if somebody else has saved other settings since; the remaining fields show those. */
export const rebased = (draft: VariableDraft, known: GlobalSettings, now: GlobalSettings): VariableDraft => ({
  ...draftOf(now),
  ...Object.fromEntries(variableNames.flatMap((name) => (isOther(draft, known, name) ? [[name, draft[name]]] : []))),
})

const isOther = (draft: VariableDraft, known: GlobalSettings, name: VariableName) => Number(draft[name]) !== known[name]

export const faultsOf = (draft: VariableDraft): VariableName[] =>
  variableNames.filter((name) => draft[name].trim() === '' || !v.is(GlobalSettings.entries[name], Number(draft[name])))

/** Returns the settings the draft would change, with their new values. */
export const changesOf = (draft: VariableDraft, known: GlobalSettings): Partial<GlobalSettings> =>
  Object.fromEntries(
    variableNames.filter((name) => isOther(draft, known, name)).map((name) => [name, Number(draft[name])]),
  )
