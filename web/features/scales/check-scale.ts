import * as v from 'valibot'
import { type Scale, ScaleBody } from '#domain/scale.ts'

const number = (values: FormData, name: string): number => {
  const text = String(values.get(name) ?? '').trim()
  return text === '' ? Number.NaN : Number(text)
}

/** The scale as the form has it, or the names of the fields that are wrong. */
export function checkScale(before: Scale, values: FormData): { scale: Scale } | { wrong: string[] } {
  const scale = {
    ...before,
    name: String(values.get('name') ?? '').trim(),
    emptyWeight: number(values, 'emptyWeight'),
    feedStock: number(values, 'feedStock'),
    gain: number(values, 'gain'),
    type: values.get('type'),
    state: values.get('state'),
    visible: values.has('visible'),
    isBrood: values.has('isBrood'),
  }
  const parsed = v.safeParse(ScaleBody, { ...scale, channelId: scale.channel })
  if (!parsed.success) return { wrong: parsed.issues.map((issue) => String(issue.path?.[0].key)) }
  const { channelId: _channel, idscale: _id, ...fields } = parsed.output
  return { scale: { ...before, ...fields } }
}
