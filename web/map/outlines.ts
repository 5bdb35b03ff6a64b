import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, GeometryObject, Topology } from 'topojson-specification'
import address from './base-map.json?url'

type Outlines = {
  world: Topology<{ countries: GeometryCollection }>
  switzerland: Topology<{ country: GeometryCollection; cantons: GeometryCollection; lakes: GeometryCollection }>
}

export type BaseShapes = Record<'land' | 'borders' | 'cantons' | 'swissBorder' | 'lakes', GeoJSON.GeoJSON>

/** Switzerland in ISO 3166: its own outline is finer than the one among the countries. */
const SWITZERLAND = '756'

let fetched: Promise<BaseShapes> | undefined

/** The shapes of the base map; they ship with the app, so once seen they are available without the internet. */
export function loadOutlines(): Promise<BaseShapes> {
  fetched ??= fetch(address)
    .then((reply) => reply.json() as Promise<Outlines>)
    .then(shapesOf)
    .catch((error: unknown) => {
      fetched = undefined
      throw error
    })
  return fetched
}

function shapesOf({ world, switzerland }: Outlines): BaseShapes {
  const { countries } = world.objects
  const { country, cantons, lakes } = switzerland.objects
  const elsewhere = (a: GeometryObject, b: GeometryObject) => a !== b && a.id !== SWITZERLAND && b.id !== SWITZERLAND
  return {
    land: feature(world, countries),
    borders: mesh(world, countries, elsewhere),
    cantons: mesh(switzerland, cantons),
    swissBorder: mesh(switzerland, country),
    lakes: feature(switzerland, lakes),
  }
}
