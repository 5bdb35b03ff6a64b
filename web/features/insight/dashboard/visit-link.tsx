import { Footprints } from 'lucide-react'
import { goesOn } from '#domain/alerts/pending-visits.ts'
import type { DashboardController } from '#domain/insight/dashboard.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import { Moment } from './moment.tsx'

/** Begins a visit at a transmitter's hives; during a visit, says since when and links to it. */
export function VisitLink({ controller: { id, visit }, now }: { controller: DashboardController; now: number }) {
  if (visit && goesOn({ ...visit, endedAt: null }, now)) {
    return (
      <ButtonLink icon={Footprints} to="/visit/{-$visitId}" params={{ visitId: visit.id }}>
        <FormattedMessage id="dashboard.visit.goesOn" values={{ time: <Moment time={visit.startedAt} now={now} /> }} />
      </ButtonLink>
    )
  }
  return (
    <ButtonLink kind="quiet" icon={Footprints} to="/visit/{-$visitId}" search={{ at: id, begin: true }}>
      <FormattedMessage id="dashboard.visit" />
    </ButtonLink>
  )
}
