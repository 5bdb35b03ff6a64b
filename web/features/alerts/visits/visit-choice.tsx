import { Footprints, QrCode } from 'lucide-react'
import { goesOn, type ShownVisit } from '#domain/alerts/pending-visits.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Page, Stack } from '../../../ui/layout/layout.tsx'
import { Heading } from '../../../ui/layout/text.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import { EmptyState } from '../../../ui/status/empty-state.tsx'
import { VisitTimes } from './visit-words.tsx'

const EARLIER = 20

/** Chooses the apiary to visit, and lists earlier visits. */
export function VisitChoice({
  places,
  visits,
  nameOf,
  now,
  busy,
  onBegin,
  onCodes,
}: {
  /** The user's own apiaries. */
  places: readonly { id: number; name: string }[]
  visits: readonly ShownVisit[]
  nameOf: (controllerId: number) => string
  now: number
  busy: boolean
  /** Begins a visit there, or continues an ongoing one. */
  onBegin: (controllerId: number) => void
  /** Shows the codes that start a visit. */
  onCodes: () => void
}) {
  return (
    <Page
      width="reading"
      title={<FormattedMessage id="visit-screen.title" />}
      actions={
        places.length > 0 && (
          <Button kind="quiet" icon={QrCode} onClick={onCodes}>
            <FormattedMessage id="visit-screen.codes" />
          </Button>
        )
      }
    >
      {places.length === 0 ? (
        <EmptyState
          icon={Footprints}
          title={<FormattedMessage id="visit-screen.none" />}
          next={<FormattedMessage id="visit-screen.noneNext" />}
          action={
            <ButtonLink kind="primary" to="/settings/register">
              <FormattedMessage id="visit-screen.register" />
            </ButtonLink>
          }
        />
      ) : (
        <Stack as="section">
          <Heading level={2}>
            <FormattedMessage id="visit-screen.where" />
          </Heading>
          {places.map(({ id, name }) => {
            const open = visits.find((visit) => visit.controllerId === id && goesOn(visit, now))
            return (
              <Button key={id} kind={open ? 'primary' : 'secondary'} wide busy={busy} onClick={() => onBegin(id)}>
                {open ? <FormattedMessage id="visit-screen.goOn" values={{ name }} /> : name}
              </Button>
            )
          })}
        </Stack>
      )}
      {visits.length > 0 && (
        <Stack as="section" gap={2}>
          <Heading level={2}>
            <FormattedMessage id="visit-screen.earlier" />
          </Heading>
          {visits.slice(0, EARLIER).map((visit) => (
            <ButtonLink key={visit.id} kind="quiet" to="/visit/{-$visitId}" params={{ visitId: visit.id }}>
              {nameOf(visit.controllerId)} · <VisitTimes visit={visit} />
            </ButtonLink>
          ))}
        </Stack>
      )}
    </Page>
  )
}
