import * as v from 'valibot'
import { type Scale, ScaleBody, type ScaleEdit } from '#domain/hives/scale.ts'

/** What can be set on a scale. */
export type ScaleFields = Omit<Scale, 'id' | 'controllerId' | 'temperatureCompensation' | 'color'> & {
  /** Left out of a new scale: the server gives it one. */
  color?: number
}

const Fields = v.required(v.omit(ScaleBody, ['controllerId', 'temperatureCompensation', 'color', 'idscale']))

const number = (values: FormData, name: string): number => {
  const text = String(values.get(name) ?? '').trim()
  return text === '' ? Number.NaN : Number(text)
}

/** The fields as the form has them, or the names of those that are wrong. */
export function checkScale(values: FormData): { fields: ScaleFields } | { wrong: string[] } {
  const parsed = v.safeParse(Fields, {
    name: String(values.get('name') ?? ''),
    channelId: number(values, 'channel'),
    type: values.get('type'),
    state: values.get('state'),
    emptyWeight: number(values, 'emptyWeight'),
    feedStock: number(values, 'feedStock'),
    gain: number(values, 'gain'),
    visible: values.has('visible'),
    isBrood: values.has('isBrood'),
  })
  if (!parsed.success) return { wrong: parsed.issues.map((issue) => String(issue.path?.[0].key)) }
  const { channelId, ...fields } = parsed.output
  return { fields: { ...fields, channel: channelId } }
}

/** Those of the fields that are not so already: what another device changed meanwhile stays. */
export const changedFields = (before: ScaleFields, fields: Partial<ScaleFields>): Partial<ScaleFields> =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => before[name as keyof ScaleFields] !== value))

/** Fields as the API takes them. */
export const toEdit = ({
  channel,
  ...fields
}: Partial<ScaleFields & Pick<Scale, 'temperatureCompensation'>>): ScaleEdit => ({
  ...fields,
  ...(channel !== undefined && { channelId: channel }),
})
