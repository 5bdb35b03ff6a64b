const CENTRAL_EUROPE_UTC_OFFSET = 1

/** The hours of a place are those of its region; without one, of the sun at its longitude; without a place, of Central Europe. */
export const utcOffsetOf = (place: { utc_offset: number | null; longitude: number | null }): number =>
  place.utc_offset ?? (place.longitude === null ? CENTRAL_EUROPE_UTC_OFFSET : Math.round(place.longitude / 15))
