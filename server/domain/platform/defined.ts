type Maybe<Of> = { [Name in keyof Of]: undefined extends Of[Name] ? Name : never }[keyof Of]
type Defined<Of> = Omit<Of, Maybe<Of>> & { [Name in Maybe<Of>]?: Exclude<Of[Name], undefined> }

/** Returns the fields without those that are undefined. */
export const defined = <Of extends object>(fields: Of): Defined<Of> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<Of>

/** Applies `make` to a value; returns undefined if there is none. */
export const mapDefined = <Of, To>(value: Of | undefined, make: (value: Of) => To): To | undefined =>
  value === undefined ? undefined : make(value)
