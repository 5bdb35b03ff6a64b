import { useQuery } from '@tanstack/react-query'
import type { Controller } from '#domain/hives/controller.ts'
import type { Finding } from '#domain/hives/doctor/finding.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { ErrorCode } from '#domain/platform/error-code.ts'
import { Sparkline } from '../../../../charts/small/sparkline.tsx'
import type { IntlShape } from '../../../../i18n/create-intl.ts'
import { FormattedMessage, useIntl } from '../../../../i18n/intl.tsx'
import { useLateReadings } from '../../../../offline/use-timeline-news.ts'
import { Badge } from '../../../../ui/display/badge.tsx'
import { Row, Stack } from '../../../../ui/layout/layout.tsx'
import { Heading, Text } from '../../../../ui/layout/text.tsx'
import { lastDays, vitalsQuery } from './vitals-query.ts'

const CURVE_DAYS = 14

/** One problem of a transmitter: what it is, the evidence, and what to do next. */
export function FindingPart({
  finding,
  controller,
  now,
}: {
  finding: Finding
  controller: Pick<Controller, 'id' | 'lastUpdate'>
  now: () => number
}) {
  const intl = useIntl()
  const { code, confidence } = finding
  const sure = confidence >= 0.8 ? 'sure' : confidence >= 0.5 ? 'likely' : 'possible'
  const values = valuesInWords(intl, finding)
  // of a problem that only a newer server knows, one sentence is enough
  const isKnown = Object.hasOwn(intl.messages, `device-doctor.${code}`)
  return (
    <Stack gap={2} as="section">
      <Row gap={2} align="center">
        <Heading level={3}>
          <FormattedMessage id={`device-doctor.${code}`} values={values} />
        </Heading>
        <Badge tone={sure === 'sure' ? 'accent' : 'neutral'}>
          <FormattedMessage id={`device-doctor.confidence.${sure}`} values={{ confidence }} />
        </Badge>
      </Row>
      {isKnown && (
        <Text>
          <FormattedMessage id={`device-doctor.${code}.why`} values={values} />
        </Text>
      )}
      {(finding.curve === 'battery' || finding.curve === 'signal') && (
        <Curve of={finding.curve} controller={controller} now={now} />
      )}
      {isKnown && (
        <Text>
          <FormattedMessage id={`device-doctor.${code}.next`} values={values} />
        </Text>
      )}
    </Stack>
  )
}

/** Formats days and times for people, and turns the error code of a refused request into a sentence; other reasons choose between the words of a text. */
function valuesInWords(intl: IntlShape, { code, values }: Finding): Finding['values'] {
  const inWords = (name: string, value: string | number): string | number => {
    if (typeof value !== 'string' || value === '') return value
    if (name === 'date' || name === 'time') return intl.formatDate(value, { dateStyle: 'medium' })
    if (name === 'at') return intl.formatTime(value, { timeStyle: 'medium' })
    if (name === 'reason' && code === 'requestRefused')
      return intl.formatMessage({ id: `error.${value as ErrorCode}` }, { line: 1 })
    return value
  }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, inWords(name, value)]))
}

function Curve({
  of,
  controller,
  now,
}: {
  of: 'battery' | 'signal'
  controller: Pick<Controller, 'id' | 'lastUpdate'>
  now: () => number
}) {
  const intl = useIntl()
  const span = lastDays(CURVE_DAYS, controller.lastUpdate, now())
  const query = useQuery(vitalsQuery(controller.id, span, 'hour'))
  useLateReadings(query)
  const points = query.data?.[of]
  if (!points || points.time.length < 2) return null
  const date = (seconds: number) => intl.formatDate(seconds * 1000, { dateStyle: 'medium' })
  const label = intl.formatMessage(
    { id: `device-doctor.curve.${of}` },
    { from: date(span.from + DAY_SECONDS), to: date(span.to) },
  )
  return (
    <div>
      <Sparkline time={[...points.time]} values={[...points.value]} label={label} />
      <Text tone="neutral">{label}</Text>
    </div>
  )
}
