import type { Box } from '#domain/hives/regions/region-geometry.ts'
import type { RegionRow } from './region-queries.ts'

/** The box around a region as a list; empty if it has no shape. */
export const boxOfRow = ({ west, south, east, north }: RegionRow): Box[] =>
  west === null || south === null || east === null || north === null ? [] : [[west, south, east, north]]
