import * as v from 'valibot'
import { nameUpTo, textUpTo } from '../platform/text-up-to.ts'

/** The channels for messages to customers: those that belong to a person, not to a program. */
export const NoticeChannelType = v.picklist(['push', 'email', 'sms'])
export type NoticeChannelType = v.InferOutput<typeof NoticeChannelType>

export const NOTICE_SUBJECT_MAXIMUM = 120
export const NOTICE_TEXT_MAXIMUM = 2000

const ids = v.pipe(
  v.array(v.pipe(v.number(), v.integer(), v.minValue(1))),
  v.minLength(1),
  v.maxLength(1000),
  v.transform((list) => [...new Set(list)]),
)

/** The recipients of a message: by kinds of channel, regions and affiliation (null: all of them). */
export const NoticeAudience = v.object({
  notificationTypes: v.pipe(
    v.array(NoticeChannelType),
    v.minLength(1),
    v.transform((types) => [...new Set(types)]),
  ),
  regionIds: ids,
  affiliationId: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))), null),
})
export type NoticeAudience = v.InferOutput<typeof NoticeAudience>

export const NoticeBody = v.object({
  ...NoticeAudience.entries,
  subject: nameUpTo(NOTICE_SUBJECT_MAXIMUM),
  text: v.pipe(textUpTo(NOTICE_TEXT_MAXIMUM), v.nonEmpty()),
})
export type NoticeBody = v.InferOutput<typeof NoticeBody>

/** How many channels of each chosen kind a message goes to; `people`: how many people it reaches, `unreached`: how many have none of these channels. */
export const NoticeReach = v.object({
  push: v.number(),
  email: v.number(),
  sms: v.number(),
  people: v.number(),
  unreached: v.number(),
})
export type NoticeReach = v.InferOutput<typeof NoticeReach>

/** A message that was sent or is being sent; `waiting` includes those to be retried and those held by quiet hours. */
export const CustomerNotice = v.object({
  id: v.number(),
  jobId: v.nullable(v.number()),
  sender: v.nullable(v.string()),
  affiliationId: v.nullable(v.number()),
  notificationTypes: v.array(NoticeChannelType),
  regionIds: v.array(v.number()),
  subject: v.string(),
  text: v.string(),
  created: v.string(),
  sent: v.number(),
  failed: v.number(),
  waiting: v.number(),
})
export type CustomerNotice = v.InferOutput<typeof CustomerNotice>

export const NoticeList = v.object({ items: v.array(CustomerNotice), nextCursor: v.nullable(v.string()) })
