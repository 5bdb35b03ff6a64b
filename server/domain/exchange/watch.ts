import * as v from 'valibot'

export const WATCH_CODE_LENGTH = 4
/** Crockford's base 32: without I, L, O and U, which are easily mistaken for others. */
export const WATCH_CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** How long a new code lets others in. Those who watch by then may stay; there are too few open codes at a time to guess one. */
export const WATCH_CODE_DAYS = 7
/** How long somebody who stopped watching can undo that. */
export const WATCH_UNDO_MINUTES = 60

/** Normalizes a code as somebody typed it: lower case, spaces, O for 0, I and L for 1. */
export const readWatchCode = (text: string): string =>
  text.replace(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')

export const WatchCode = v.pipe(v.string(), v.transform(readWatchCode), v.length(WATCH_CODE_LENGTH))

/** The body of `POST controller/watches`. */
export const WatchBody = v.object({ code: WatchCode })

/** A transmitter that somebody else lets this account watch; `code` is the one used to get access. */
export const Watch = v.object({
  controllerId: v.number(),
  code: v.nullable(v.string()),
  name: v.string(),
  owner: v.string(),
  since: v.string(),
})
export type Watch = v.InferOutput<typeof Watch>
export const WatchReply = v.object({ message: v.string(), ...Watch.entries })
export const WatchEndedReply = v.object({ message: v.string(), controllerId: v.number() })

/** The body of `POST controller/{id}/watchCode`: creates a new code, the same one for the same `id`, or with false ends all watching. */
export const WatchCodeBody = v.object({
  id: v.optional(v.pipe(v.string(), v.uuid())),
  enabled: v.optional(v.boolean(), true),
})

/** What the owner sees: the code that lets others in until `watchCodeEnd` (null if there is none), and who is watching. */
export const Watching = v.object({
  controllerId: v.number(),
  watchCode: v.nullable(v.string()),
  watchCodeEnd: v.nullable(v.string()),
  watchers: v.array(v.object({ accountId: v.number(), name: v.string(), since: v.string() })),
})
export type Watching = v.InferOutput<typeof Watching>
export const WatchingReply = v.object({ message: v.string(), ...Watching.entries })
