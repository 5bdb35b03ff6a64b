import { expect, test } from 'vitest'
import { readClaimSearch } from './claim-search.ts'

test.each([
  [
    { imei: 356938035643809, imsi: 228011234567890 },
    { imei: '356938035643809', imsi: '228011234567890' },
  ],
  [{ imei: '056938035643809' }, { imei: '056938035643809', imsi: undefined }],
  [
    { imei: '35693803564380', imsi: 'x' },
    { imei: undefined, imsi: undefined },
  ],
  [
    { imei: [1], imsi: null },
    { imei: undefined, imsi: undefined },
  ],
  [{}, {}],
  [{ code: 'AB12-CD34' }, { code: 'AB12-CD34' }],
  [{ code: '<x>' }, { code: undefined }],
  [{ scan: true }, { scan: true }],
  [{ scan: 'yes' }, { scan: undefined }],
])('the label says %j', (search, taken) => {
  expect(readClaimSearch(search)).toEqual(taken)
})
