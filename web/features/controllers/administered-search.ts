import * as v from 'valibot'
import { ControllerFilter, controllerSorts } from '#domain/administered-controller.ts'

const id = v.pipe(v.number(), v.integer(), v.minValue(1))
const words = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((typed) => String(typed)),
)

/** What the list of transmitters shows, as the address says it; `controller`: the one that is open. */
export const AdministeredSearch = v.object({
  q: v.fallback(v.optional(words), undefined),
  state: v.fallback(v.optional(ControllerFilter), undefined),
  affiliation: v.fallback(v.optional(v.union([id, v.literal('none')])), undefined),
  software: v.fallback(v.optional(words), undefined),
  sort: v.fallback(v.optional(v.picklist(controllerSorts)), undefined),
  direction: v.fallback(v.optional(v.picklist(['ascending', 'descending'])), undefined),
  controller: v.fallback(v.optional(id), undefined),
})
export type AdministeredSearch = v.InferOutput<typeof AdministeredSearch>
