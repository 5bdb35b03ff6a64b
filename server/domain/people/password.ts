import * as v from 'valibot'
import { Email, PasswordHash } from './account.ts'

/** How long a link for setting a new password is valid. */
export const RESET_LIFE_MINUTES = 60

/** 256 bits as base64url, or whatever a test uses. */
const ResetToken = v.pipe(v.string(), v.minLength(1), v.maxLength(100))

export const ResetRequestQuery = v.object({ email: Email })
export const ResetCheckQuery = v.object({ token: ResetToken })
export const ResetSetQuery = v.object({ token: ResetToken, password: PasswordHash })
export const ResetCheckReply = v.object({ valid: v.literal(true) })

/** How long a confirmation of somebody's identity stays valid. */
export const CONFIRMED_MINUTES = 10
export const ConfirmBody = v.object({ password: PasswordHash })

export const PasswordBody = v.object({ password: PasswordHash, currentPassword: PasswordHash })
