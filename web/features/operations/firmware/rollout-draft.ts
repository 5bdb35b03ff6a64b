import { safeParse } from 'valibot'
import { RolloutPlan } from '#domain/operations/firmware-rollout.ts'

export type RolloutField = 'stages' | 'aliveHours' | 'enoughPercent' | 'silentPercent'

/** Returns the plan described by the form, or the fields that are wrong. Stages are written as `5, 25, 100`. */
export function planOf(values: FormData): { plan: RolloutPlan } | { faults: RolloutField[] } {
  const text = (name: RolloutField) => String(values.get(name) ?? '').trim()
  const number = (name: RolloutField) => (text(name) === '' ? Number.NaN : Number(text(name)))
  const stages = text('stages')
    .split(/[\s,;%]+/)
    .filter(Boolean)
    .map(Number)
  const parsed = safeParse(RolloutPlan, {
    stages,
    aliveHours: number('aliveHours'),
    enoughPercent: number('enoughPercent'),
    silentPercent: number('silentPercent'),
  })
  if (parsed.success) return { plan: parsed.output }
  return { faults: [...new Set(parsed.issues.map(({ path }) => path?.[0]?.key as RolloutField))] }
}
