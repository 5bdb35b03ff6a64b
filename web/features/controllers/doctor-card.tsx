import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Controller } from '#domain/controller.ts'
import type { Diagnosis, Finding } from '#domain/device-doctor.ts'
import { DAY_SECONDS } from '#domain/timeline-tile.ts'
import { Sparkline } from '../../charts/sparkline.tsx'
import { Loaded } from '../../offline/loaded.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Card } from '../../ui/card.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Heading, Text } from '../../ui/text.tsx'
import { doctorQuery } from './doctor-query.ts'
import { lastDays, vitalsQuery } from './vitals-query.ts'

const tones = { fine: 'ok', waiting: 'neutral', silent: 'alarm', troubled: 'loss' } as const
const CURVE_DAYS = 14

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
              <Found
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

function Found({ finding, controller, now }: { finding: Finding; controller: Controller; now: () => number }) {
  const intl = useIntl()
  const { code, confidence, values } = finding
  const sure = confidence >= 0.8 ? 'sure' : confidence >= 0.5 ? 'likely' : 'possible'
  const dated = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      isTime(name, value) ? intl.formatDate(value, { dateStyle: 'medium' }) : value,
    ]),
  )
  return (
    <Stack gap={2} as="section">
      <Row gap={2} align="center">
        <Heading level={3}>
          <FormattedMessage id={`device-doctor.${code}`} values={dated} />
        </Heading>
        <Badge tone={sure === 'sure' ? 'accent' : 'neutral'}>
          <FormattedMessage id={`device-doctor.confidence.${sure}`} values={{ confidence }} />
        </Badge>
      </Row>
      <Text>
        <FormattedMessage id={`device-doctor.${code}.why`} values={dated} />
      </Text>
      {(finding.curve === 'battery' || finding.curve === 'signal') && (
        <Curve of={finding.curve} controller={controller} now={now} />
      )}
      <Text>
        <FormattedMessage id={`device-doctor.${code}.next`} values={dated} />
      </Text>
    </Stack>
  )
}

const isTime = (name: string, value: string | number): value is string =>
  typeof value === 'string' && value !== '' && (name === 'date' || name === 'time')

function Curve({ of, controller, now }: { of: 'battery' | 'signal'; controller: Controller; now: () => number }) {
  const intl = useIntl()
  const span = lastDays(CURVE_DAYS, controller.lastUpdate, now())
  const { data: vitals } = useQuery(vitalsQuery(controller.id, span, 'hour'))
  const points = vitals?.[of]
  if (!points || points.time.length < 2) return null
  const date = (seconds: number) => intl.formatDate(seconds * 1000, { dateStyle: 'medium' })
  const label = intl.formatMessage(
    { id: `device-doctor.curve.${of}` },
    { from: date(span.from + DAY_SECONDS), to: date(span.to) },
  )
  return (
    <div>
      <Sparkline time={[...points.time]} values={[...points.value]} label={label} />
      <Text size={13} tone="neutral">
        {label}
      </Text>
    </div>
  )
}
