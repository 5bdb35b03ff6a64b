import * as v from 'valibot'
import { type Rule, RuleTerms } from '#domain/alerts/rule.ts'
import { flag } from '../../platform/db/flag.ts'
import { isoTime } from '../../platform/db/stored-time.ts'
import type { RuleRow } from './rule-queries.ts'

const Stored = v.pipe(v.string(), v.parseJson(), RuleTerms)

/** Returns the terms of a stored rule, or undefined if they cannot be read: such a rule never rings, and holds nobody up. */
export function termsOf(text: string): RuleTerms | undefined {
  const read = v.safeParse(Stored, text)
  return read.success ? read.output : undefined
}

/** Returns terms in their stored form. */
export const toStored = (terms: RuleTerms): Pick<RuleRow, 'terms' | 'about_weight'> => ({
  terms: JSON.stringify(terms),
  about_weight: flag(terms.conditions.some(({ quantity }) => quantity === 'weight')),
})

type Chosen = { scaleIds: number[]; channelIds: number[]; lastRang: number | undefined }

/** Returns a rule as its owner sees it; `lastRang` in epoch seconds. */
export const toRule = (row: RuleRow, { scaleIds, channelIds, lastRang }: Chosen): Rule => ({
  id: row.id,
  name: row.name,
  terms: termsOf(row.terms) ?? null,
  everyOwn: row.every_own === 1,
  scaleIds,
  channelIds: row.every_channel === 1 ? null : channelIds,
  isOn: row.is_on === 1,
  lastRang: lastRang === undefined ? null : isoTime(lastRang * 1000),
})
