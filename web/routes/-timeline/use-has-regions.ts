import { useQuery } from '@tanstack/react-query'
import type { Controller } from '#domain/hives/controller.ts'
import { regionsQuery } from '../../features/hives/regions/region-queries.ts'

/**
 * Returns whether there are regions that a transmitter without one could be in; undefined while that is not known. It is asked only if one of the transmitters
 * has none.
 */
export function useHasRegions(controllers: readonly Pick<Controller, 'primaryRegionId'>[]): boolean | undefined {
  const enabled = controllers.some(({ primaryRegionId }) => primaryRegionId === null)
  const { data } = useQuery({ ...regionsQuery, enabled })
  return data && data.length > 0
}
