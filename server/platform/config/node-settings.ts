import path from 'node:path'
import * as v from 'valibot'

const LEASE_SECONDS = 15

/** Settings that several nodes on one database need to know about each other. */
export const nodeVariables = {
  FILES_DIR: v.optional(v.string()),
  NODE_ADDRESS: v.optional(v.pipe(v.string(), v.regex(/^https?:\/\/[^/?#]+\/?$/, 'http://<host>:<port>'), v.url())),
  NODE_SECRET: v.optional(v.pipe(v.string(), v.minLength(32, 'at least 32 characters, the same for all nodes'))),
  NODE_LEASE_SECONDS: v.optional(
    v.pipe(v.string(), v.regex(/^([2-9]|[1-9]\d|[12]\d\d|300)$/, 'a whole number from 2 to 300')),
    String(LEASE_SECONDS),
  ),
}

type NodeVariables = {
  DATABASE_URL?: string | undefined
  FILES_DIR?: string | undefined
  NODE_ADDRESS?: string | undefined
  NODE_SECRET?: string | undefined
  NODE_LEASE_SECONDS: string
}

export type NodeSettings = {
  /** Where the other nodes reach this one. */
  address: string | undefined
  /** With this, nodes prove to each other what they are. */
  secret: string | undefined
  /** How long a node keeps the database without renewing its claim. */
  leaseMs: number
}

/**
 * `filesDir`: keys, firmware, uploads and exports, shared by all nodes. Throws if nodes are configured for a database file, which only one server
 * can use.
 */
export function readNodeSettings(settings: NodeVariables, dataDir: string): { filesDir: string; node: NodeSettings } {
  const { DATABASE_URL, FILES_DIR, NODE_ADDRESS, NODE_SECRET, NODE_LEASE_SECONDS } = settings
  const isShared = /^postgres/i.test(DATABASE_URL ?? '')
  for (const [name, value] of Object.entries({ FILES_DIR, NODE_ADDRESS, NODE_SECRET })) {
    if (value !== undefined && !isShared) {
      throw new Error(`${name} is for nodes that share a PostgreSQL: set DATABASE_URL to that, or leave it out`)
    }
  }
  if (!NODE_ADDRESS !== !NODE_SECRET) {
    throw new Error('NODE_ADDRESS and NODE_SECRET go together: set both on all nodes, or neither')
  }
  return {
    filesDir: FILES_DIR === undefined ? dataDir : path.resolve(FILES_DIR),
    node: {
      address: NODE_ADDRESS?.replace(/\/$/, ''),
      secret: NODE_SECRET,
      leaseMs: Number(NODE_LEASE_SECONDS) * 1000,
    },
  }
}
