/** By what stands for one snapshot of a database: what stands for the database. */
const databases = new WeakMap<object, object>()

export const noteSnapshot = (snapshot: object, database: object): void => void databases.set(snapshot, database)

/** Whatever is kept beside a database is kept by this: what asks it may be made anew for each snapshot. */
export const databaseBehind = (db: object): object => databases.get(db) ?? db
