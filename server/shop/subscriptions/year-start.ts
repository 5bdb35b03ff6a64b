/** When the calendar year (UTC) of a time began; both epoch ms. */
export const yearStart = (now: number): number => Date.UTC(new Date(now).getUTCFullYear(), 0, 1)
