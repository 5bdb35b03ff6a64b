import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Alarm } from '#domain/alerts/alarm.ts'
import { useUnsent } from '../../../offline/outbox.ts'
import { withPendingVerdicts } from './pending-verdicts.ts'

/** The alarms that a query brings, judged as this device judged them, sent or not. */
// biome-ignore lint/suspicious/noExplicitAny: the keys of queries differ in type, and are only handed on
export function useAlarms(query: UseQueryOptions<Alarm[], Error, Alarm[], any>): UseQueryResult<Alarm[]> {
  const answer = useQuery(query)
  const unsent = useUnsent()
  const data = useMemo(() => answer.data && withPendingVerdicts(answer.data, unsent), [answer.data, unsent])
  return { ...answer, data } as UseQueryResult<Alarm[]>
}
