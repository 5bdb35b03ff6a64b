import type { UserSort } from '#domain/people/administered-user.ts'
import { either, oneOf, rowId, searchOf, typedWords } from '../../../api/read-fields.ts'
import { wordsOf } from '../../../api/words-of.ts'

const sorts = wordsOf<UserSort>({ email: true, name: true, created: true })

/** Reads from the address what the list of users shows; `user`: the one that is open. */
export const readUserSearch = searchOf({
  q: typedWords,
  state: oneOf('on', 'off'),
  role: oneOf(1, 2, 3),
  affiliation: either(rowId, oneOf('none')),
  sort: oneOf(...sorts),
  direction: oneOf('ascending', 'descending'),
  user: rowId,
})
export type UserSearch = ReturnType<typeof readUserSearch>
