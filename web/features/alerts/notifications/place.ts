/** A transmitter whose alarms can be chosen and muted. `remaining`: how many more alarms it may send by SMS. */
export type Place = { id: number; name: string; isOwn: boolean; remaining: number }
