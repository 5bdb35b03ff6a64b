import * as v from 'valibot'

/** A number of the label, as an address carries it; what is no such number is left out. */
const number = v.fallback(
  v.optional(
    v.pipe(
      v.union([v.string(), v.number()]),
      v.transform((digits) => String(digits)),
      v.regex(/^\d{15}$/),
    ),
  ),
  undefined,
)

const code = v.fallback(v.optional(v.pipe(v.string(), v.regex(/^[\w-]{8,9}$/))), undefined)

const scan = v.fallback(v.optional(v.literal(true)), undefined)

/** What the label of a transmitter may bring along: `/settings/register?imei=…&imsi=…&code=…`. `scan`: the camera is opened for it. */
export const ClaimSearch = v.object({ imei: number, imsi: number, code, scan })
export type ClaimSearch = v.InferOutput<typeof ClaimSearch>
