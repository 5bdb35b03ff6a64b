/** The database behind each object that represents a snapshot of it. */
const databases = new WeakMap<object, object>()

export const noteSnapshot = (snapshot: object, database: object): void => void databases.set(snapshot, database)

/** The key for anything cached per database: the object that queries it may be a new one for each snapshot. */
export const databaseBehind = (db: object): object => databases.get(db) ?? db
