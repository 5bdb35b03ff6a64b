import type { Grassland, Weather } from '#domain/insight/weather.ts'

/** What is known about one transmitter's place; `id` is the transmitter's. */
export type PlaceWeather = { id: number; name: string; weather: Weather | undefined; grassland: readonly Grassland[] }

/** Adds the transmitter's name if there are several. */
export const placed = (label: string, { name }: PlaceWeather, places: readonly PlaceWeather[]): string =>
  places.length > 1 ? `${label}, ${name}` : label
