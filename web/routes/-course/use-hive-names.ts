import { useQuery } from '@tanstack/react-query'
import type { SwarmCourse } from '#domain/alerts/swarm-course.ts'
import { scalesQuery } from '../../features/hives/scales/scale-queries.ts'

const none: never[] = []

/** Returns a function giving the name of the hive that a swarm moved into; undefined if nobody said. */
export function useHiveNames(): (course: Pick<SwarmCourse, 'hiveScaleId' | 'hiveName'>) => string | undefined {
  const { data: scales = none } = useQuery(scalesQuery)
  return ({ hiveScaleId, hiveName }) => scales.find(({ id }) => id === hiveScaleId)?.name ?? (hiveName || undefined)
}
