import { useQuery } from '@tanstack/react-query'
import type { Controller } from '#domain/hives/controller.ts'
import type { Diagnosis } from '#domain/hives/doctor/device-doctor.ts'
import { FormattedMessage, useIntl } from '../../../../i18n/intl.tsx'
import { Loaded } from '../../../../offline/loaded.tsx'
import { Card } from '../../../../ui/layout/card.tsx'
import { Stack } from '../../../../ui/layout/layout.tsx'
import { Banner } from '../../../../ui/status/banner.tsx'
import { doctorQuery } from './doctor-query.ts'
import { FindingPart } from './finding.tsx'

const tones = { fine: 'ok', waiting: 'neutral', silent: 'alarm', troubled: 'loss' } as const

/** Why a transmitter is silent or in trouble, what to do next, and the curve that shows it. */
export function DoctorCard({ controller, now }: { controller: Controller; now: () => number }) {
  const query = useQuery(doctorQuery(controller.id))
  return (
    <Card title={<FormattedMessage id="device-doctor.title" />}>
      <Loaded query={query}>
        {(diagnosis) => (
          <Stack gap={5}>
            <State diagnosis={diagnosis} />
            {diagnosis.findings.map((finding) => (
              <FindingPart
                key={`${finding.code} ${finding.scaleId} ${finding.values.channel} ${finding.values.field}`}
                finding={finding}
                controller={controller}
                now={now}
              />
            ))}
          </Stack>
        )}
      </Loaded>
    </Card>
  )
}

function State({ diagnosis: { state, lastSeen } }: { diagnosis: Diagnosis }) {
  const intl = useIntl()
  const time = lastSeen ? intl.formatDate(lastSeen, { dateStyle: 'medium', timeStyle: 'short' }) : ''
  const words = state === 'silent' && lastSeen === null ? 'never' : state
  return (
    <Banner tone={tones[state]} title={<FormattedMessage id={`device-doctor.state.${words}`} values={{ time }} />} />
  )
}
