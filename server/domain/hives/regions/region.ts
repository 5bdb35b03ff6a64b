import * as v from 'valibot'
import { nameUpTo } from '../../platform/text-up-to.ts'
import type { Shape } from './region-geometry.ts'

/** The most places of a region that is only displayed. */
export const OUTLINE_PLACES_MAXIMUM = 250
export const UTC_OFFSET_MINIMUM = -12
export const UTC_OFFSET_MAXIMUM = 14

const Ring = v.array(v.tuple([v.number(), v.number()]))

/** A GeoJSON Polygon or MultiPolygon, longitude first. */
export const RegionShape = v.variant('type', [
  v.object({ type: v.literal('Polygon'), coordinates: v.array(Ring) }),
  v.object({ type: v.literal('MultiPolygon'), coordinates: v.array(v.array(Ring)) }),
]) satisfies v.GenericSchema<Shape>

/**
 * A region as the people in it see it; `geojson` is a simplified outline. `priority`: the region with the highest becomes a transmitter's
 * primary one. `utcOffset` in hours; swarm alarms ring between the local hours `alarmFrom` and `alarmTo`.
 */
export const Region = v.object({
  id: v.number(),
  name: v.string(),
  geojson: v.nullable(RegionShape),
  priority: v.number(),
  utcOffset: v.number(),
  alarmFrom: v.number(),
  alarmTo: v.number(),
})
export type Region = v.InferOutput<typeof Region>

/** A region as administrators see it: the full shape, how many people have a transmitter in it, and how many transmitters there are. */
export const AdministeredRegion = v.object({
  ...Region.entries,
  userCount: v.number(),
  controllerCount: v.number(),
})
export type AdministeredRegion = v.InferOutput<typeof AdministeredRegion>

const Hour = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(24))

/** `geojson` is checked by `checkShape`, which reports the position of a fault. */
export const RegionBody = v.object({
  name: nameUpTo(80),
  geojson: v.object({ type: v.picklist(['Polygon', 'MultiPolygon']), coordinates: v.array(v.unknown()) }),
  priority: v.optional(v.pipe(v.number(), v.integer(), v.minValue(-1000), v.maxValue(1000)), 0),
  utcOffset: v.pipe(v.number(), v.integer(), v.minValue(UTC_OFFSET_MINIMUM), v.maxValue(UTC_OFFSET_MAXIMUM)),
  alarmFrom: Hour,
  alarmTo: Hour,
})
export type RegionBody = v.InferOutput<typeof RegionBody>
/**
 * `former`: what is changed, as it was before, by the same names. If somebody else has changed the same since, the change is refused; without `former`, it is
 * saved whatever is stored by then.
 */
export const RegionEditBody = v.partial(
  v.object({
    ...RegionBody.entries,
    priority: RegionBody.entries.priority.wrapped,
    former: v.record(v.string(), v.unknown()),
  }),
)
export type RegionEditBody = v.InferOutput<typeof RegionEditBody>

/** The reply to a change: the region's new state. `looksSwapped`: latitude and longitude seem to be swapped. */
export const RegionReply = v.object({
  message: v.string(),
  ...AdministeredRegion.entries,
  looksSwapped: v.boolean(),
})
/** `controllerCount`: how many transmitters were in the region. */
export const RegionRemovedReply = v.object({ message: v.string(), id: v.number(), controllerCount: v.number() })
