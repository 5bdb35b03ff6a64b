import * as v from 'valibot'
import { type Scale, ScaleBody, type ScaleEdit } from '#domain/hives/scale.ts'
import { numberIn } from '../../../ui/form/number-in.ts'

/** The settings of a scale. */
export type ScaleFields = Omit<Scale, 'id' | 'controllerId' | 'temperatureCompensation' | 'color'> & {
  /** Omitted for a new scale: the server picks one. */
  color?: number
}

const Fields = v.required(v.omit(ScaleBody, ['controllerId', 'temperatureCompensation', 'color', 'idscale']))

/** Returns the form's fields, or the names of the wrong ones. */
export function checkScale(values: FormData): { fields: ScaleFields } | { wrong: string[] } {
  const parsed = v.safeParse(Fields, {
    name: String(values.get('name') ?? ''),
    channelId: numberIn(values, 'channel'),
    type: values.get('type'),
    state: values.get('state'),
    emptyWeight: numberIn(values, 'emptyWeight'),
    feedStock: numberIn(values, 'feedStock'),
    gain: numberIn(values, 'gain'),
    visible: values.has('visible'),
    isBrood: values.has('isBrood'),
  })
  if (!parsed.success) return { wrong: parsed.issues.map((issue) => String(issue.path?.[0].key)) }
  const { channelId, ...fields } = parsed.output
  return { fields: { ...fields, channel: channelId } }
}

/** Returns the fields that differ from `before`, so that another device's changes to the others are kept. */
export const changedFields = (before: ScaleFields, fields: Partial<ScaleFields>): Partial<ScaleFields> =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => before[name as keyof ScaleFields] !== value))

/** Returns the fields in the shape the API takes. */
export const toEdit = ({
  channel,
  ...fields
}: Partial<ScaleFields & Pick<Scale, 'temperatureCompensation'>>): ScaleEdit => ({
  ...fields,
  ...(channel !== undefined && { channelId: channel }),
})
