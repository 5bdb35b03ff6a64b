/** Who calls. Transmitter, scale and everything named are Anna's; she and her transmitter belong to the first manager's affiliation. */
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

/** `yes`: let in; what comes then depends on what was sent. `key`: a transmitter's key decides, not who calls. */
export type Cell = 'yes' | 'key' | 401 | 403 | 404

const row = (...cells: Cell[]) =>
  Object.fromEntries(actors.map((actor, at) => [actor, cells[at]!])) as Record<Actor, Cell>

/** What a kind of route answers to each of the actors, in their order. */
export const rules = {
  /** Everybody, also without a session: whoever adds to these says why in the review. A share token opens nothing but what is shared. */
  public: row('yes', 'yes', 'yes', 'yes', 403, 'yes', 'yes', 'yes', 'yes', 'yes'),
  /** By a transmitter's key alone. */
  device: row('key', 'key', 'key', 'key', 'key', 'key', 'key', 'key', 'key', 'key'),
  /** By a token for scripts alone. */
  script: row('key', 'key', 'key', 'key', 403, 'key', 'key', 'key', 'key', 'key'),
  /** Everybody who is signed in, about nothing but their own. */
  signedIn: row(401, 'yes', 'yes', 'yes', 403, 'yes', 'yes', 'yes', 'yes', 'yes'),
  /** The scales of a share, to whoever has its link. */
  shared: row(401, 'yes', 404, 'yes', 'yes', 'yes', 404, 404, 404, 'yes'),
  /** The share itself, to whoever has its link. */
  link: row(404, 404, 404, 404, 'yes', 404, 404, 404, 404, 404),
  /** A transmitter and what hangs on it, to look at. */
  read: row(401, 'yes', 404, 'yes', 403, 'yes', 404, 404, 404, 'yes'),
  /** The same, to change. */
  write: row(401, 'yes', 404, 403, 403, 403, 404, 404, 404, 'yes'),
  /** To pass on what is one's own: administrators may not do that for others. */
  pass: row(401, 'yes', 404, 403, 403, 403, 404, 404, 404, 403),
  /** What belongs to an account and to nobody else, administrators included. */
  private: row(401, 'yes', 404, 404, 403, 404, 404, 404, 404, 404),
  /** What belongs to an account; administrators may too. */
  supervised: row(401, 'yes', 404, 404, 403, 404, 404, 404, 404, 'yes'),
  /** An account's things, also to the managers of its affiliation. */
  account: row(401, 'yes', 404, 404, 403, 'yes', 404, 404, 404, 'yes'),
  /** To end acting in somebody's name, which none of these does. */
  acting: row(401, 401, 401, 401, 403, 401, 401, 401, 401, 401),
  /** The account without the flag `admin`, or with the excluded address, is refused. */
  administration: row(401, 403, 403, 403, 403, 403, 403, 403, 403, 'yes'),
  /** Managers are shown their own affiliation. */
  management: row(401, 403, 403, 403, 403, 'yes', 'yes', 403, 403, 'yes'),
} satisfies Record<string, Record<Actor, Cell>>
export type Rule = keyof typeof rules
