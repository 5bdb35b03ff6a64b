import { like, oneOf, searchOf, typedWords } from '../../../../api/read-fields.ts'

/** A number of the label, as an address carries it. */
const number = like(/^\d{15}$/, typedWords)

/** What the label of a transmitter may bring along: `/settings/register?imei=…&imsi=…&code=…`. `scan`: the camera is opened for it. */
export const readClaimSearch = searchOf({
  imei: number,
  imsi: number,
  code: like(/^[\w-]{8,9}$/),
  scan: oneOf(true),
})
export type ClaimSearch = ReturnType<typeof readClaimSearch>
