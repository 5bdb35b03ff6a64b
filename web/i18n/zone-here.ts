/** The time zone of this device, such as Europe/Zurich. */
export const zoneHere = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone
