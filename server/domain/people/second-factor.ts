import * as v from 'valibot'
import { MessageReply, TypedCode } from './account.ts'

/** How somebody proved their identity in a session; a passkey is two factors in one, a code is added to the password. */
export const factors = ['password', 'passkey', 'code', 'recovery'] as const
export type Factor = (typeof factors)[number]

export const RECOVERY_CODES = 10
/** How long setting up an app for one-time codes may take before it has to start over. */
export const SET_UP_MINUTES = 15
/** For how long after they were turned on a new password set by mail ends one-time codes again, except those of administrators. */
export const FRESH_CODES_DAYS = 7

export const CodeBody = v.object({ code: TypedCode })
/** The same `id` again gets the same recovery codes. */
export const RecoveryCodesBody = v.object({ id: v.optional(v.pipe(v.string(), v.uuid())) })

/** `codesSince`: null without one-time codes. `demanded`: this account administers and must have a second factor. */
export const SecondFactor = v.object({
  codesSince: v.nullable(v.string()),
  recoveryCodesLeft: v.number(),
  demanded: v.boolean(),
  /** This session may not administer anything until a second factor has been shown in it. */
  missing: v.boolean(),
})
export type SecondFactor = v.InferOutput<typeof SecondFactor>

/** The data for an app for one-time codes: the secret in base 32, and the same as an `otpauth:` address for a QR code. */
export const CodeSecret = v.object({ secret: v.string(), address: v.string() })
export type CodeSecret = v.InferOutput<typeof CodeSecret>

/** Shown only once: only their hashes are stored. */
export const RecoveryCodesReply = v.object({ ...MessageReply.entries, recoveryCodes: v.array(v.string()) })
