import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Alarm } from '#domain/alerts/alarm.ts'
import { useUnsent } from '../../../offline/outbox.ts'
import { withPendingVerdicts } from './pending-verdicts.ts'

/** Returns the alarms of a query with the verdicts given on this device, sent or not. */
// biome-ignore lint/suspicious/noExplicitAny: query keys differ in type and are only passed on
export function useAlarms(query: UseQueryOptions<Alarm[], Error, Alarm[], any>): UseQueryResult<Alarm[]> {
  const answer = useQuery(query)
  const unsent = useUnsent()
  const data = useMemo(() => answer.data && withPendingVerdicts(answer.data, unsent), [answer.data, unsent])
  return { ...answer, data } as UseQueryResult<Alarm[]>
}
