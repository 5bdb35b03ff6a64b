import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Footprints } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { goesOn, type ShownVisit } from '#domain/alerts/pending-visits.ts'
import type { Controller } from '#domain/hives/controller.ts'
import type { Scale } from '#domain/hives/scale.ts'
import { followLiveEvents } from '../../api/live-events.ts'
import { newId } from '../../api/new-id.ts'
import { useVisitChanges, useVisits } from '../../features/alerts/visits/use-visits.ts'
import { VisitChoice } from '../../features/alerts/visits/visit-choice.tsx'
import { VisitScreen } from '../../features/alerts/visits/visit-screen.tsx'
import { controllersQuery } from '../../features/hives/controllers/controller-queries.ts'
import { NoteList } from '../../features/hives/interventions/diary.tsx'
import { InterventionSheet } from '../../features/hives/interventions/intervention-sheet.tsx'
import { useInterventionChanges, useInterventions } from '../../features/hives/interventions/use-interventions.ts'
import { scalesQuery } from '../../features/hives/scales/scale-queries.ts'
import { user } from '../../features/people/session/session-state.ts'
import { useScreenName } from '../../features/platform/navigation/document-title.tsx'
import { FormattedMessage } from '../../i18n/intl.tsx'
import { Loaded } from '../../offline/loaded.tsx'
import { ButtonLink } from '../../ui/navigation/links.ts'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useInterventionForm } from '../-timeline/use-intervention-form.ts'
import { CodesSheet } from './codes-sheet.tsx'
import { HiveNotesSheet } from './hive-notes-sheet.tsx'
import { useBegunVisit } from './use-begun-visit.ts'

const clock = () => Date.now()

type Known = { controllers: readonly Controller[]; scales: readonly Scale[] }

/** A visit to the bees, composed of the visit itself, the hives and the notes made there. */
export function VisitPage() {
  const { visitId } = useParams({ from: '/_signed-in/visit/{-$visitId}' })
  const controllers = useQuery(controllersQuery)
  const scales = useQuery(scalesQuery)
  const client = useQueryClient()
  useEffect(
    () =>
      followLiveEvents(({ type }) => {
        if (type !== 'job') void client.invalidateQueries({ queryKey: ['visit'] })
      }),
    [client],
  )
  return (
    <Loaded query={controllers} age={false}>
      {(controllers) => (
        <Loaded query={scales} age={false}>
          {(scales) =>
            visitId ? (
              <OneVisit key={visitId} id={visitId} {...{ controllers, scales }} />
            ) : (
              <Begin {...{ controllers, scales }} />
            )
          }
        </Loaded>
      )}
    </Loaded>
  )
}

function Begin({ controllers, scales }: Known) {
  const navigate = useNavigate({ from: '/visit/{-$visitId}' })
  const { at, hive, begin: isAsked, codes } = useSearch({ from: '/_signed-in/visit/{-$visitId}' })
  const now = useNow(clock)
  const own = controllers.filter(({ access }) => access === 'own')
  const only = own.length === 1 ? own[0] : undefined
  const chosen = at === undefined ? only : own.find(({ id }) => id === at)
  const { visits, begin, isBusy } = useBegunVisit(isAsked ? chosen?.id : undefined, hive, clock)
  if (isAsked && chosen) return <Skeleton shape="row" count={4} />
  const showCodes = (codes: number | undefined) => void navigate({ search: { codes }, replace: true })
  return (
    <>
      <VisitChoice
        places={own}
        visits={visits}
        nameOf={(controllerId) => controllers.find(({ id }) => id === controllerId)?.name ?? ''}
        now={now}
        busy={isBusy}
        onBegin={begin}
        onCodes={() => showCodes(own[0]?.id)}
      />
      <CodesSheet
        places={own}
        scales={scales}
        chosen={codes}
        onChoose={showCodes}
        onClose={() => showCodes(undefined)}
      />
    </>
  )
}

function OneVisit({ id, ...known }: Known & { id: string }) {
  const { visits, isKnown, isAsking } = useVisits()
  const visit = visits.find((one) => one.id === id)
  if (visit) return <Visited visit={visit} {...known} />
  if (!isKnown || isAsking) return <Skeleton shape="row" count={4} />
  return (
    <EmptyState
      icon={Footprints}
      title={<FormattedMessage id="visit-screen.gone" />}
      next={<FormattedMessage id="visit-screen.goneNext" />}
      action={
        <ButtonLink to="/visit/{-$visitId}" params={{ visitId: undefined }}>
          <FormattedMessage id="visit-screen.title" />
        </ButtonLink>
      }
    />
  )
}

function Visited({ visit, controllers, scales }: Known & { visit: ShownVisit }) {
  const { hive } = useSearch({ from: '/_signed-in/visit/{-$visitId}' })
  const navigate = useNavigate()
  const now = useNow(clock)
  const [hiveId, setHiveId] = useState(hive)
  const changes = useVisitChanges(newId)
  const notes = useInterventions().filter(({ visitId }) => visitId === visit.id)
  const noting = useInterventionChanges(newId)
  const controller = controllers.find(({ id }) => id === visit.controllerId)
  const ofPlace = scales.filter(({ controllerId }) => controllerId === visit.controllerId)
  const form = useInterventionForm({ controllers, scales: ofPlace, scaleIds: [] }, clock)
  const place = controller?.name ?? ''
  useScreenName(place)
  const isOwn = controller?.access === 'own'
  const { admin } = useSnapshot(user)
  const notesAt = (scaleId: number) => notes.filter((note) => note.scaleId === scaleId)
  const changesAt = (scaleId: number) => visit.scales.find((one) => one.scaleId === scaleId)?.changes ?? []
  const shown = ofPlace.filter(
    ({ id, state }) => state !== 'archived' || notesAt(id).length > 0 || changesAt(id).length > 0,
  )
  // what is added to a finished visit was done during it
  const noteTime = () =>
    goesOn(visit, clock())
      ? { time: new Date(clock()).toISOString(), isNow: true }
      : { time: visit.endedAt ?? visit.startedAt, isNow: false }
  return (
    <>
      <VisitScreen
        place={place}
        visit={visit}
        now={now}
        busy={changes.keep.isPending || changes.edit.isPending}
        isOwn={isOwn}
        mayChange={isOwn || admin}
        hives={shown.map(({ id, name }) => ({
          id,
          name,
          changes: changesAt(id),
          notes: notesAt(id).length > 0 && (
            <NoteList interventions={notesAt(id)} {...(isOwn && { onEdit: form.edit, onRemove: form.remove })} />
          ),
        }))}
        onHive={setHiveId}
        onEnd={() => changes.keep.mutate({ ...visit, endedAt: new Date(clock()).toISOString() })}
        onEdit={(times) => changes.edit.mutateAsync({ id: visit.id, ...times })}
        onRemove={() => {
          changes.remove.mutate(visit.id)
          void navigate({ to: '/dashboard', replace: true })
        }}
      />
      <HiveNotesSheet
        scale={isOwn ? shown.find(({ id }) => id === hiveId) : undefined}
        notes={hiveId === undefined ? [] : notesAt(hiveId)}
        busy={noting.add.isPending}
        onNote={(noted) => noting.add.mutateAsync({ ...noted, scaleIds: [hiveId!], ...noteTime(), visitId: visit.id })}
        onRemove={form.remove}
        onClose={() => setHiveId(undefined)}
      />
      <InterventionSheet
        draft={form.draft}
        editing
        scales={form.writable}
        now={clock}
        busy={form.isBusy}
        onSave={form.save}
        onClose={form.close}
      />
    </>
  )
}
