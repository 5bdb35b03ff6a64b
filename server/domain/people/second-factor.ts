import * as v from 'valibot'
import { MessageReply, TypedCode } from './account.ts'

/** How somebody showed in a session who they are; a passkey is two factors in one, a code comes on top of the password. */
export const factors = ['password', 'passkey', 'code', 'recovery'] as const
export type Factor = (typeof factors)[number]

export const RECOVERY_CODES = 10
/** What an app for one-time codes must show within this time, else it is begun anew. */
export const SET_UP_MINUTES = 15

export const CodeBody = v.object({ code: TypedCode })

/** `codesSince`: null without one-time codes. `demanded`: this account administers, and may not be without a second factor. */
export const SecondFactor = v.object({
  codesSince: v.nullable(v.string()),
  recoveryCodesLeft: v.number(),
  demanded: v.boolean(),
  /** This session administers nothing until a second factor was shown in it. */
  missing: v.boolean(),
})
export type SecondFactor = v.InferOutput<typeof SecondFactor>

/** What an app for one-time codes needs: the secret in base 32, and the same as an `otpauth:` address for a QR code. */
export const CodeSecret = v.object({ secret: v.string(), address: v.string() })
export type CodeSecret = v.InferOutput<typeof CodeSecret>

/** Shown this once: only their hashes are kept. */
export const RecoveryCodesReply = v.object({ ...MessageReply.entries, recoveryCodes: v.array(v.string()) })
