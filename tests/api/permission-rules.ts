/** The callers. Transmitter, scale and everything named are Anna's; she and her transmitter belong to the first manager's affiliation. */
export const actors = [
  'nobody',
  'owner',
  'other',
  'watcher',
  'share',
  'manager',
  'otherManager',
  'excluded',
  'halfway',
  'admin',
] as const
export type Actor = (typeof actors)[number]

/** `yes`: let in; what follows depends on what was sent. `key`: a transmitter's key decides, not the caller. */
export type Cell = 'yes' | 'key' | 401 | 403 | 404

const row = (...cells: Cell[]) =>
  Object.fromEntries(actors.map((actor, at) => [actor, cells[at]!])) as Record<Actor, Cell>

/** What a kind of route answers to each of the actors, in their order. */
export const rules = {
  /** Everybody, even without a session; anyone adding to these must justify it in the review. A share token opens only what is shared. */
  public: row('yes', 'yes', 'yes', 'yes', 403, 'yes', 'yes', 'yes', 'yes', 'yes'),
  /** Only with a transmitter's key. */
  device: row('key', 'key', 'key', 'key', 'key', 'key', 'key', 'key', 'key', 'key'),
  /** Only with the key of the transmitter that is to have it. */
  download: row('key', 'key', 'key', 'key', 403, 'key', 'key', 'key', 'key', 'key'),
  /** Only with a token for scripts. */
  script: row('key', 'key', 'key', 'key', 403, 'key', 'key', 'key', 'key', 'key'),
  /** Everybody who is signed in, for their own things only. */
  signedIn: row(401, 'yes', 'yes', 'yes', 403, 'yes', 'yes', 'yes', 'yes', 'yes'),
  /** The scales of a share, for anyone with its link. */
  shared: row(401, 'yes', 404, 'yes', 'yes', 'yes', 404, 404, 404, 'yes'),
  /** The share itself, for anyone with its link. */
  link: row(404, 404, 404, 404, 'yes', 404, 404, 404, 404, 404),
  /** Reading a transmitter and what belongs to it. */
  read: row(401, 'yes', 404, 'yes', 403, 'yes', 404, 404, 404, 'yes'),
  /** Changing a transmitter and what belongs to it. */
  write: row(401, 'yes', 404, 403, 403, 403, 404, 404, 404, 'yes'),
  /** Passing on one's own things: administrators may not do that for others. */
  pass: row(401, 'yes', 404, 403, 403, 403, 404, 404, 404, 403),
  /** What belongs to an account and to nobody else, not even administrators. */
  private: row(401, 'yes', 404, 404, 403, 404, 404, 404, 404, 404),
  /** What belongs to an account; administrators have access, too. */
  supervised: row(401, 'yes', 404, 404, 403, 404, 404, 404, 404, 'yes'),
  /** An account's things, also accessible to the managers of its affiliation. */
  account: row(401, 'yes', 404, 404, 403, 'yes', 404, 404, 404, 'yes'),
  /** Ending acting in somebody's name, which none of these actors does. */
  acting: row(401, 401, 401, 401, 403, 401, 401, 401, 401, 401),
  /** An account without the flag `admin`, or with the excluded address, is refused. */
  administration: row(401, 403, 403, 403, 403, 403, 403, 403, 403, 'yes'),
  /** Managers see their own affiliation. */
  management: row(401, 403, 403, 403, 403, 'yes', 'yes', 403, 403, 'yes'),
} satisfies Record<string, Record<Actor, Cell>>
export type Rule = keyof typeof rules
