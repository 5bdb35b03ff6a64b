/** A table that a database has until `npm run move-database` is done with it: while it exists, some rows are missing. */
export const UNFINISHED_MOVE = 'unfinished_move'

/** Why no server starts on a database with that table. */
export const unfinishedWords = (name: string): string =>
  `${name} holds an unfinished move: run npm run move-database again, which continues it, before you start the server on it`
