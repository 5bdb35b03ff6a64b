import { expect, test } from 'vitest'
import { readOrderSearch, toOrderQuery } from './order-search.ts'

test.each([
  [{}, {}],
  [
    { q: 'keller', state: 'open', paid: false },
    { q: 'keller', state: 'open', paid: 'false' },
  ],
  [
    { mark: 'invoiceSent', attention: true },
    { flag: 'invoiceSent', attention: 'true' },
  ],
  [{ mark: '-invoiceSent' }, { lacks: 'invoiceSent' }],
  // only digits, which the router reads as a number
  [{ q: 8004 }, { q: '8004' }],
  [
    { from: '2026-05-01', to: '2026-05-31', sort: 'total', direction: 'ascending' },
    { from: '2026-05-01', to: '2026-05-31', sort: 'total', direction: 'ascending' },
  ],
  // values that users put into the address, but the app does not know
  [{ state: 'lost', paid: 'perhaps', mark: '-bees', from: 'May', more: 1 }, {}],
])('%j asks for %j', (search, query) => {
  expect(toOrderQuery(readOrderSearch(search))).toEqual(query)
})
