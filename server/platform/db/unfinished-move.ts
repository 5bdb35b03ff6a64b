/** The table that a database has in which `npm run move-database` is not done: until it goes, some of the rows are not there. */
export const UNFINISHED_MOVE = 'unfinished_move'

/** Why no server starts on a database in which that table stands. */
export const unfinishedWords = (name: string): string =>
  `${name} is only half moved: run npm run move-database again, which goes on where it was, before you start on it`
