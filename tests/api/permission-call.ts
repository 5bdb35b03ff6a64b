/** The things a call needs a new one of each time. */
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
 * How a route is called; `{name}` stands for one of Anna's things. `missing`: the code with which it tells those who are let in that something else does not
 * exist.
 */
export type Call = { path?: string; body?: object; fresh?: Fresh; missing?: string }
