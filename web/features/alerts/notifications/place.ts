/** A transmitter whose alarms can be chosen and muted. `remaining`: how many may still be told by SMS. */
export type Place = { id: number; name: string; isOwn: boolean; remaining: number }
