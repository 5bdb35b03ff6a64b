import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { type ShownVisit, VISIT_PATH, withPendingVisits } from '#domain/alerts/pending-visits.ts'
import type { Visit, VisitEditBody } from '#domain/alerts/visit.ts'
import { api, call } from '../../../api/client.ts'
import { useIntl } from '../../../i18n/intl.tsx'
import { keptWords } from '../../../offline/kept-words.ts'
import { knowOutbox, queueChange, useUnsent } from '../../../offline/outbox.ts'
import { keptOffline } from '../../../offline/query-cache.ts'

const visitsKey = ['visit'] as const

/** All visits at the apiaries this account sees. Few a year, so all of them at once, and kept for the apiary. */
const visitsQuery = queryOptions({
  queryKey: visitsKey,
  queryFn: () => call(api.visit.$get({ query: {} })),
  refetchOnMount: 'always',
  ...keptOffline,
})

/** So long it is waited for what the server knows: who begins a visit stands at the bees. */
const PATIENCE_MS = 3000

/** Visits, those that wait included, newest first; `isKnown`: as far as they can be known now, with a network or without one. */
export function useVisits(): { visits: ShownVisit[]; isKnown: boolean } {
  const { data, isFetchedAfterMount, failureCount, fetchStatus } = useQuery(visitsQuery)
  const [isLate, setIsLate] = useState(false)
  // without a network it is there before what waits on this device, such as a visit that goes on
  const [isOutboxKnown, setIsOutboxKnown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), PATIENCE_MS)
    void knowOutbox()
      .catch(reportError)
      .finally(() => setIsOutboxKnown(true))
    return () => clearTimeout(timer)
  }, [])
  const unsent = useUnsent()
  const visits = useMemo(() => withPendingVisits(data ?? [], unsent), [data, unsent])
  const isAnswered = isFetchedAfterMount || failureCount > 0 || fetchStatus === 'paused'
  return { visits, isKnown: (isAnswered && isOutboxKnown) || isLate }
}

type Kept = Pick<Visit, 'id' | 'controllerId' | 'startedAt'> & { endedAt?: string }

/** Beginning, ending, correcting and deleting; each works without a network and waits in the outbox then. `newId` makes a UUID. */
export function useVisitChanges(newId: () => string) {
  const intl = useIntl()
  const client = useQueryClient()
  const send = async (method: 'POST' | 'DELETE', path: string, body?: unknown) => {
    const queued = await queueChange({ id: newId(), method, path, body })
    return queued.status === 'sent' ? queued.reply : { message: keptWords(intl, queued) }
  }
  // not waited for: without a network that takes until it is back
  const onSettled = () => {
    for (const queryKey of [visitsKey, ['dashboard'], ['alarm'], ['jump'], ['season']])
      void client.invalidateQueries({ queryKey })
  }
  const keep = useMutation({
    // the screen shows it, and no message stands over its buttons
    mutationFn: async ({ id, controllerId, startedAt, endedAt }: Kept) => {
      await send('POST', VISIT_PATH, { id, controllerId, startedAt, endedAt })
    },
    onSettled,
  })
  const edit = useMutation({
    mutationFn: ({ id, ...times }: { id: string } & VisitEditBody) => send('POST', `${VISIT_PATH}/${id}`, times),
    onSettled,
  })
  const remove = useMutation({ mutationFn: (id: string) => send('DELETE', `${VISIT_PATH}/${id}`), onSettled })
  return { keep, edit, remove }
}
