const CENTRAL_EUROPE_UTC_OFFSET = 1

/** Local time follows the region; without a region, the sun at the longitude; without a location, Central Europe. */
export const utcOffsetOf = (place: { utc_offset: number | null; longitude: number | null }): number =>
  place.utc_offset ?? (place.longitude === null ? CENTRAL_EUROPE_UTC_OFFSET : Math.round(place.longitude / 15))
