import * as v from 'valibot'

export const WATCH_CODE_LENGTH = 4
/** Crockford's base 32: no I, L, O and U, which are mistaken for others. */
export const WATCH_CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** How long a new code lets others in. Who watches by then stays; few open codes at a time make guessing hopeless. */
export const WATCH_CODE_DAYS = 7
/** How long somebody who stopped watching may take that back. */
export const WATCH_UNDO_MINUTES = 60

/** A code as it is kept, from how somebody wrote it: small letters, spaces, O for 0, I and L for 1. */
export const readWatchCode = (text: string): string =>
  text.replace(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')

export const WatchCode = v.pipe(v.string(), v.transform(readWatchCode), v.length(WATCH_CODE_LENGTH))

/** The body of `POST controller/watches`. */
export const WatchBody = v.object({ code: WatchCode })

/** A transmitter that somebody else lets this account watch; `code` is the one it came by. */
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

/** The body of `POST controller/{id}/watchCode`: a new code, or with false the end of all watching. */
export const WatchCodeBody = v.object({ enabled: v.optional(v.boolean(), true) })

/** What the owner sees: the code that lets others in until `watchCodeEnd`, null without one, and who watches. */
export const Watching = v.object({
  controllerId: v.number(),
  watchCode: v.nullable(v.string()),
  watchCodeEnd: v.nullable(v.string()),
  watchers: v.array(v.object({ accountId: v.number(), name: v.string(), since: v.string() })),
})
export type Watching = v.InferOutput<typeof Watching>
export const WatchingReply = v.object({ message: v.string(), ...Watching.entries })
