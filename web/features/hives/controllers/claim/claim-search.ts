import { like, oneOf, searchOf, typedWords } from '../../../../api/read-fields.ts'

/** A number from the label, as it appears in an address. */
const number = like(/^\d{15}$/, typedWords)

/** Reads what a transmitter's label may provide: `/settings/register?imei=…&imsi=…&code=…`. `scan`: opens the camera to read the label. */
export const readClaimSearch = searchOf({
  imei: number,
  imsi: number,
  code: like(/^[\w-]{8,9}$/),
  scan: oneOf(true),
})
export type ClaimSearch = ReturnType<typeof readClaimSearch>
