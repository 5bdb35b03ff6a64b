import * as v from 'valibot'
import { emailAddress, withAsciiDomain } from '../platform/email-address.ts'
import { Locale } from '../platform/locale-schema.ts'
import { lineUpTo } from '../platform/text-up-to.ts'

/** 1 and 2 manage their own affiliation; 3 is a beekeeper. */
export const Role = v.picklist([1, 2, 3])
export type Role = v.InferOutput<typeof Role>
export const MANAGER_THRESHOLD = 2

/** Lower-case hex SHA-256 of what the person typed. */
export const PasswordHash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))

export const Email = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.transform(withAsciiDomain),
  emailAddress(),
  v.maxLength(254),
)

export const Profile = v.object({
  firstname: lineUpTo(100),
  lastname: lineUpTo(100),
  company: lineUpTo(100),
  street: lineUpTo(200),
  zip: lineUpTo(20),
  city: lineUpTo(100),
  country: lineUpTo(2),
  phone: lineUpTo(40),
})
export type Profile = v.InferOutput<typeof Profile>

/** A one-time code of six digits or a recovery code, as typed. */
export const TypedCode = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(60))

/** `code`: a one-time code or a recovery code, needed if the answer without one was 401 `second_factor_required`. */
export const LoginBody = v.object({ email: Email, password: PasswordHash, code: v.optional(TypedCode) })
export const SignOutBody = v.object({ token: v.pipe(v.string(), v.nonEmpty(), v.maxLength(200)) })
/** The token from a link in a mail about guessed passwords. */
export const UnlockBody = v.object({ token: v.pipe(v.string(), v.nonEmpty(), v.maxLength(1000)) })
export const LanguageBody = v.object({ language: Locale })

/** The reply to a sign-in and to a registration. */
export const LoginReply = v.object({
  message: v.string(),
  userEmail: v.string(),
  admin: v.boolean(),
  userId: v.number(),
  role: Role,
  affiliation: v.nullable(v.object({ id: v.number(), name: v.string() })),
})
export type LoginReply = v.InferOutput<typeof LoginReply>

/** How long an administrator can act on somebody's behalf, in seconds. */
export const ACTING_SECONDS = 3600

/** Who is acting on behalf of the signed-in account, and until when. */
export const Acting = v.object({ email: v.string(), until: v.string() })
export type Acting = v.InferOutput<typeof Acting>

/** The reply to `user/ping`, which restores a session. */
export const SessionReply = v.object({
  ...LoginReply.entries,
  acting: v.nullable(Acting),
  language: Locale,
  profile: Profile,
  manager: v.boolean(),
  /** The account administers, but only once a second factor has been shown in this session. */
  secondFactorMissing: v.boolean(),
  /** Alarms are known to arrive on some channel of the account. */
  alarmsArrive: v.boolean(),
  /** Ends this session with `POST user/logout`, even if its cookie is gone; it gives no access. */
  signOutToken: v.string(),
})
export type SessionReply = v.InferOutput<typeof SessionReply>

/** The reply to a change that has nothing else to return. */
export const MessageReply = v.object({ message: v.string() })
export const LanguageReply = v.object({ ...MessageReply.entries, ...LanguageBody.entries })
export const ProfileReply = v.object({ ...MessageReply.entries, profile: Profile })
