import * as v from 'valibot'
import { nameUpTo } from '../platform/text-up-to.ts'

export const API_TOKENS_MAXIMUM = 20
/** The longest validity of a token, in days. */
export const API_TOKEN_DAYS_MAXIMUM = 366
/** The validities to choose from; the first is the suggested one. */
export const apiTokenDays = [90, 30, 7, API_TOKEN_DAYS_MAXIMUM] as const
/** The start of every token, so that anyone who finds one knows what it is. */
export const API_TOKEN_PREFIX = 'hw_'

/** What a token lets a script read, out of what its owner sees: their own transmitters and those they watch. */
export const apiTokenScopes = ['scales', 'readings', 'alarms'] as const
export const ApiTokenScope = v.picklist(apiTokenScopes)
export type ApiTokenScope = v.InferOutput<typeof ApiTokenScope>

export const ApiTokenName = nameUpTo(60)

/** Repeating an `id` gives the same token until it has been used. */
export const ApiTokenBody = v.object({
  id: v.optional(v.pipe(v.string(), v.uuid())),
  name: ApiTokenName,
  scopes: v.pipe(v.array(ApiTokenScope), v.minLength(1), v.maxLength(apiTokenScopes.length)),
  days: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(API_TOKEN_DAYS_MAXIMUM)),
})
export type ApiTokenBody = v.InferOutput<typeof ApiTokenBody>

/** A token as its owner sees it. */
export const ApiToken = v.object({
  id: v.number(),
  name: v.string(),
  scopes: v.array(ApiTokenScope),
  createdAt: v.string(),
  expiresAt: v.string(),
  hasEnded: v.boolean(),
  lastUsedAt: v.nullable(v.string()),
})
export type ApiToken = v.InferOutput<typeof ApiToken>

/** `token` is shown only in this reply; if the reply gets lost, repeating the `id` gives it again until it has been used. */
export const ApiTokenReply = v.object({ message: v.string(), ...ApiToken.entries, token: v.string() })
export const ApiTokenRemovedReply = v.object({ message: v.string(), id: v.number() })
