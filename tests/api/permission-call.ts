/** What a call needs a new one of, each time. */
export type Fresh =
  | 'share'
  | 'region'
  | 'affiliation'
  | 'notification'
  | 'intervention'
  | 'visit'
  | 'rule'
  | 'forwarding'
  | 'session'
  | 'passkey'
  | 'apiToken'
  | 'watcher'
  | 'user'

/**
 * What a route is called with: `{name}` stands for one of Anna's things. `missing`: with this code it says to those let in that
 * something else is not there.
 */
export type Call = { path?: string; body?: object; fresh?: Fresh; missing?: string }
