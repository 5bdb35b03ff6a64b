import { emptyDraft, noCondition, type RuleDraft } from './rule-draft.ts'

export const templateNames = ['loss', 'noGain', 'heat', 'battery'] as const
export type TemplateName = (typeof templateNames)[number]

const BATTERY_VOLTS = 3.5
/** Values used in the templates' names. */
export const named = { volts: BATTERY_VOLTS }

/** Rules to start from; each gets its name when chosen. */
export const templates: Record<TemplateName, Omit<RuleDraft, 'name'>> = {
  loss: { ...emptyDraft, conditions: [{ ...noCondition, quantity: 'weight', is: 'falls', value: '2' }] },
  noGain: {
    ...emptyDraft,
    conditions: [
      { quantity: 'weight', is: 'risesLess', value: '0.5', span: '7', spanUnit: 'day' },
      { ...noCondition, quantity: 'airTemperature', is: 'above', value: '15' },
    ],
    lasts: '3',
    isSeasonal: true,
    months: [4, 5, 6, 7],
  },
  heat: {
    ...emptyDraft,
    conditions: [{ ...noCondition, quantity: 'airTemperature', is: 'above', value: '35' }],
    lasts: '2',
  },
  battery: {
    ...emptyDraft,
    conditions: [{ ...noCondition, quantity: 'battery', is: 'below', value: String(BATTERY_VOLTS) }],
    lasts: '1',
  },
}
