import { Link } from '@tanstack/react-router'
import type { Scale } from '#domain/hives/scale.ts'
import { useVisits } from '../../features/alerts/visits/use-visits.ts'
import { changeWords, VisitTimes } from '../../features/alerts/visits/visit-words.tsx'
import type { DiaryVisit } from '../../features/hives/interventions/diary.tsx'
import type { ShownIntervention } from '../../features/hives/interventions/pending-interventions.ts'
import { useIntl } from '../../i18n/intl.tsx'

/** Visits that changed a hive or in which something was noted about it, for its history. */
export function useHiveVisits(
  { id, controllerId }: Pick<Scale, 'id' | 'controllerId'>,
  notes: readonly ShownIntervention[],
): DiaryVisit[] {
  const intl = useIntl()
  const { visits } = useVisits()
  return visits.flatMap((visit) => {
    const changes = visit.scales.find(({ scaleId }) => scaleId === id)?.changes ?? []
    const isNoted = notes.some(({ visitId }) => visitId === visit.id)
    if (visit.controllerId !== controllerId || (changes.length === 0 && !isNoted)) return []
    const words = (
      <p key={visit.id}>
        <strong>{intl.formatMessage({ id: 'visit-screen.title' })}</strong>{' '}
        <Link to="/visit/{-$visitId}" params={{ visitId: visit.id }}>
          <VisitTimes visit={visit} />
        </Link>
        {changes.length > 0 && <> {changeWords(intl, changes)}</>}
      </p>
    )
    return [{ id: visit.id, time: visit.startedAt, words }]
  })
}
