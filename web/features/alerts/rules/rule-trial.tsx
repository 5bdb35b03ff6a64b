import { ChartLine, FlaskConical } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import { Progress } from '../../../ui/status/progress.tsx'
import type { RuledHive } from './ruled-hive.ts'
import type { Tried, useTrial } from './use-trial.ts'

/** How much the curve shows before and after: a day. */
const AROUND_SECONDS = DAY_SECONDS
const LISTED_MAXIMUM = 20

/** When a rule would have rung in the past year, each time with a link to that day; before a trial, the button that starts it. */
export function RuleTrial({
  trying: { trial, progress },
  hives,
  seriesOf,
  onTry,
}: {
  trying: ReturnType<typeof useTrial>
  hives: readonly RuledHive[]
  /** The series of a hive that the curve shows. */
  seriesOf: (hive: RuledHive) => string
  onTry: () => void
}) {
  const shown = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // the button is at the bottom edge of the sheet, so the result would be out of view
    if (trial.data) shown.current?.scrollIntoView({ block: 'nearest' })
  }, [trial.data])
  return (
    <Stack gap={3}>
      <div>
        <Button icon={FlaskConical} busy={trial.isPending} onClick={onTry}>
          <FormattedMessage id="rule-screen.try" />
        </Button>
      </div>
      {trial.isPending && <Progress label={<FormattedMessage id="rule-screen.trying" />} value={progress} />}
      <div ref={shown}>
        <Stack gap={3}>
          <div role="status">
            {trial.isError && (
              <Text tone="alarm">
                <ErrorWords error={trial.error} />
              </Text>
            )}
            {trial.data && <Outcome tried={trial.data} />}
          </div>
          {trial.data && <Times tried={trial.data} hives={hives} seriesOf={seriesOf} />}
        </Stack>
      </div>
    </Stack>
  )
}

function Outcome({ tried: { readings, count, from } }: { tried: Tried }) {
  const intl = useIntl()
  const since = intl.formatDate(from, { dateStyle: 'medium' })
  if (readings === 0 && count === 0) {
    return (
      <Text>
        <FormattedMessage id="rule-screen.tried.nothing" values={{ since }} />
      </Text>
    )
  }
  return (
    <Text strong>
      <FormattedMessage id="rule-screen.tried" values={{ count, since }} />
    </Text>
  )
}

function Times({
  tried: { times, count },
  hives,
  seriesOf,
}: {
  tried: Tried
  hives: readonly RuledHive[]
  seriesOf: (hive: RuledHive) => string
}) {
  const intl = useIntl()
  const listed = times.slice(0, LISTED_MAXIMUM)
  return (
    <>
      <Stack as="ul" gap={1}>
        {listed.map(({ scaleId, detected }) => {
          const hive = hives.find(({ id }) => id === scaleId)
          const at = Math.round(Date.parse(detected) / 1000)
          const time = intl.formatDate(detected, { dateStyle: 'medium', timeStyle: 'short' })
          return (
            <li key={`${scaleId} ${detected}`}>
              <ButtonLink
                kind="quiet"
                icon={ChartLine}
                to="/timeline"
                search={{
                  ...(hive && { series: seriesOf(hive) }),
                  ...{ from: at - AROUND_SECONDS, to: at + AROUND_SECONDS, alarms: true },
                }}
              >
                <FormattedMessage id="rule-screen.tried.at" values={{ hive: hive?.name ?? '', time }} />
              </ButtonLink>
            </li>
          )
        })}
      </Stack>
      {count > listed.length && (
        <Text tone="neutral">
          <FormattedMessage id="rule-screen.tried.more" values={{ count: count - listed.length }} />
        </Text>
      )}
    </>
  )
}
