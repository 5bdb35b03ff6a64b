import type { ControllerFilter, ControllerSort } from '#domain/hives/administered-controller.ts'
import { either, oneOf, rowId, searchOf, typedWords } from '../../../../api/read-fields.ts'
import { wordsOf } from '../../../../api/words-of.ts'

const sorts = wordsOf<ControllerSort>({ name: true, imei: true, lastUpdate: true, battery: true })
const states = wordsOf<ControllerFilter>({ silent: true, low: true, expired: true, free: true })

/** Reads from the address what the list of transmitters shows; `controller`: the one that is open. */
export const readAdministeredSearch = searchOf({
  q: typedWords,
  state: oneOf(...states),
  affiliation: either(rowId, oneOf('none')),
  software: typedWords,
  sort: oneOf(...sorts),
  direction: oneOf('ascending', 'descending'),
  controller: rowId,
})
export type AdministeredSearch = ReturnType<typeof readAdministeredSearch>
