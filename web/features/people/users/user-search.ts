import * as v from 'valibot'
import type { UserSort } from '#domain/people/administered-user.ts'
import { TypedWords } from '../../../api/typed-words.ts'
import { wordsOf } from '../../../api/words-of.ts'

const sorts = wordsOf<UserSort>({ email: true, name: true, created: true })

const id = v.pipe(v.number(), v.integer(), v.minValue(1))

/** What the list of users shows, as the address says it; `user`: the one that is open. */
export const UserSearch = v.object({
  q: v.fallback(v.optional(TypedWords), undefined),
  state: v.fallback(v.optional(v.picklist(['on', 'off'])), undefined),
  role: v.fallback(v.optional(v.picklist([1, 2, 3])), undefined),
  affiliation: v.fallback(v.optional(v.union([id, v.literal('none')])), undefined),
  sort: v.fallback(v.optional(v.picklist(sorts)), undefined),
  direction: v.fallback(v.optional(v.picklist(['ascending', 'descending'])), undefined),
  user: v.fallback(v.optional(id), undefined),
})
export type UserSearch = v.InferOutput<typeof UserSearch>
