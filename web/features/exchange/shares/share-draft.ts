import * as v from 'valibot'
import { SHARE_DAYS_MAXIMUM, type ShareBody, ShareType } from '#domain/exchange/share.ts'
import { fromLocalInput } from '../../../i18n/local-input.ts'

export type ShareFault = 'scales' | 'days' | 'period'
type Draft = Pick<ShareBody, 'type' | 'description' | 'scales'> & Partial<Pick<ShareBody, 'days' | 'from' | 'to'>>

/** Returns the form's content in the shape the API takes, or what is wrong with it. */
export function readDraft(values: FormData, scales: number[]): { draft: Draft } | { faults: ShareFault[] } {
  const type = v.parse(ShareType, values.get('type'))
  const days = Number(values.get('days'))
  const from = fromLocalInput(String(values.get('from')))
  const to = fromLocalInput(String(values.get('to')))
  const faults: ShareFault[] = []
  if (scales.length === 0) faults.push('scales')
  if (type === 'livefeed' && !(Number.isInteger(days) && days >= 1 && days <= SHARE_DAYS_MAXIMUM)) faults.push('days')
  if (type === 'fixed' && !(from && to && from < to)) faults.push('period')
  if (faults.length > 0) return { faults }
  return {
    draft: {
      type,
      scales,
      description: String(values.get('description')).trim(),
      ...(type === 'livefeed' && { days }),
      ...(type === 'fixed' && from && to && { from: from.toISOString(), to: to.toISOString() }),
    },
  }
}
