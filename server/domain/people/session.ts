import * as v from 'valibot'
import { MessageReply } from './account.ts'
import { factors } from './second-factor.ts'

/** A place where an account is signed in. `browser` and `system` are proper names, null if unknown. */
export const OwnSession = v.object({
  id: v.string(),
  browser: v.nullable(v.string()),
  system: v.nullable(v.string()),
  createdAt: v.string(),
  lastSeenAt: v.string(),
  /** The strongest factor shown there. */
  factor: v.picklist(factors),
  thisDevice: v.boolean(),
})
export type OwnSession = v.InferOutput<typeof OwnSession>

export const SessionParameter = v.object({ id: v.pipe(v.string(), v.uuid()) })
export const SessionEndedReply = v.object({ ...MessageReply.entries, id: v.string() })
export const SessionsEndedReply = v.object({ ...MessageReply.entries, ended: v.number() })
