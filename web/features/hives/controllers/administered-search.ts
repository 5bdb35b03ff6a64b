import * as v from 'valibot'
import type { ControllerFilter, ControllerSort } from '#domain/hives/administered-controller.ts'
import { TypedWords } from '../../../api/typed-words.ts'
import { wordsOf } from '../../../api/words-of.ts'

const sorts = wordsOf<ControllerSort>({ name: true, imei: true, lastUpdate: true, battery: true })
const states = wordsOf<ControllerFilter>({ silent: true, low: true, expired: true, free: true })

const id = v.pipe(v.number(), v.integer(), v.minValue(1))

/** What the list of transmitters shows, as the address says it; `controller`: the one that is open. */
export const AdministeredSearch = v.object({
  q: v.fallback(v.optional(TypedWords), undefined),
  state: v.fallback(v.optional(v.picklist(states)), undefined),
  affiliation: v.fallback(v.optional(v.union([id, v.literal('none')])), undefined),
  software: v.fallback(v.optional(TypedWords), undefined),
  sort: v.fallback(v.optional(v.picklist(sorts)), undefined),
  direction: v.fallback(v.optional(v.picklist(['ascending', 'descending'])), undefined),
  controller: v.fallback(v.optional(id), undefined),
})
export type AdministeredSearch = v.InferOutput<typeof AdministeredSearch>
