import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { type ShownVisit, VISIT_PATH, withPendingVisits } from '#domain/alerts/pending-visits.ts'
import { VISITS_MAXIMUM, type Visit, type VisitEditBody } from '#domain/alerts/visit.ts'
import { defined } from '#domain/platform/defined.ts'
import { api, call } from '../../../api/client.ts'
import { readParts } from '../../../api/read-parts.ts'
import { useIntl } from '../../../i18n/intl.tsx'
import { keptWords } from '../../../offline/kept-words.ts'
import { knowOutbox, queueChange, useUnsent } from '../../../offline/outbox.ts'
import { keptOffline } from '../../../offline/query-cache.ts'

const visitsKey = ['visit'] as const

/** All visits at the apiaries this account can see. There are few a year, so all are loaded at once and kept for use at the apiary. */
const visitsQuery = queryOptions({
  queryKey: visitsKey,
  queryFn: () =>
    readParts(VISITS_MAXIMUM, (to) => call(api.visit.$get({ query: defined({ to }) })), {
      oldestOf: (part) => part.at(-1)!.startedAt,
      keyOf: ({ id }) => id,
    }),
  refetchOnMount: 'always',
  ...keptOffline,
})

/** How long to wait for the server's answer: whoever begins a visit is standing at the hives. */
const PATIENCE_MS = 3000

/**
 * Returns visits, including queued ones, newest first. `isKnown`: they are as complete as they can be now, with or without a network. `isAsking`: the server
 * is asked for them again, as after a change, which is no longer queued and not among them yet.
 */
export function useVisits(): { visits: ShownVisit[]; isKnown: boolean; isAsking: boolean } {
  const { data, isFetchedAfterMount, failureCount, fetchStatus } = useQuery(visitsQuery)
  const [isLate, setIsLate] = useState(false)
  // without a network the cached visits are there before the queued changes are, such as an ongoing visit
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
  return { visits, isKnown: (isAnswered && isOutboxKnown) || isLate, isAsking: fetchStatus === 'fetching' }
}

type Kept = Pick<Visit, 'id' | 'controllerId' | 'startedAt'> & { endedAt?: string }

/** Begins, ends, corrects and deletes visits; without a network, each change waits in the outbox. `newId` makes a UUID. */
export function useVisitChanges(newId: () => string) {
  const intl = useIntl()
  const client = useQueryClient()
  const send = async (method: 'POST' | 'DELETE', path: string, body?: unknown) => {
    const queued = await queueChange({ id: newId(), method, path, body })
    return queued.status === 'sent' ? queued.reply : { message: keptWords(intl, queued) }
  }
  // not awaited: without a network that would take until it is back
  const onSettled = () => {
    for (const queryKey of [visitsKey, ['dashboard'], ['alarm'], ['jump'], ['season']])
      void client.invalidateQueries({ queryKey })
  }
  const keep = useMutation({
    // no message: the screen shows the change, and a toast would cover its buttons
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
