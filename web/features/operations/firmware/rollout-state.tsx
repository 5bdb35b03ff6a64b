import { CircleCheck, CirclePause, LoaderCircle, Pause, Play } from 'lucide-react'
import type { FirmwareRollout } from '#domain/operations/firmware.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Facts } from '../../../ui/display/facts.tsx'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Heading, Text } from '../../../ui/layout/text.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import { Progress } from '../../../ui/status/progress.tsx'
import { useSteerRollout } from './firmware-queries.ts'

const looks = {
  running: { tone: 'accent', icon: LoaderCircle },
  stopped: { tone: 'loss', icon: CirclePause },
  done: { tone: 'ok', icon: CircleCheck },
} as const
const byItself = ['silent', 'returned', 'replaced'] as const

/** The progress of a rollout in numbers, its events, and buttons to stop or resume it. */
export function RolloutState({ rollout }: { rollout: FirmwareRollout }) {
  const intl = useIntl()
  const steer = useSteerRollout()
  const { id, state, stage, plan, numbers, checked, events } = rollout
  const { tone, icon } = looks[state]
  const time = (at: string) => intl.formatDate(at, { dateStyle: 'medium', timeStyle: 'short' })
  const stopped = state === 'stopped' ? byItself.find((what) => what === events.at(-1)?.what) : undefined
  const counts = ['assigned', 'expected', 'updated', 'proven', 'silent', 'returned'] as const
  return (
    <Stack gap={3}>
      <Row gap={2} align="center">
        <Heading level={3}>
          <FormattedMessage id="administration-firmware.rollout" />
        </Heading>
        <Badge tone={tone} icon={icon}>
          <FormattedMessage id={`administration-firmware.rollout.${state}`} />
        </Badge>
      </Row>
      {stopped && (
        <Banner
          tone="loss"
          title={<FormattedMessage id={`administration-firmware.stopped.${stopped}`} values={numbers} />}
        >
          <FormattedMessage id={`administration-firmware.stopped.${stopped}.next`} />
        </Banner>
      )}
      <Progress
        label={
          <FormattedMessage
            id="administration-firmware.stage"
            values={{ stage: stage + 1, stages: plan.stages.length, percent: (plan.stages[stage] ?? 100) / 100 }}
          />
        }
        value={numbers.expected === 0 ? 0 : numbers.proven / numbers.expected}
      />
      <Text tone="neutral">
        <FormattedMessage
          id="administration-firmware.rule"
          values={{ enough: plan.enoughPercent / 100, hours: plan.aliveHours, silent: plan.silentPercent / 100 }}
        />
      </Text>
      <Facts
        facts={counts.map((name) => ({
          id: name,
          name: <FormattedMessage id={`administration-firmware.count.${name}`} />,
          value: (
            <FormattedMessage
              id="administration-firmware.ofAll"
              values={{ count: numbers[name], all: numbers.total }}
            />
          ),
        }))}
      />
      <Disclosure summary={<FormattedMessage id="administration-firmware.happened" />}>
        <Facts
          facts={events.toReversed().map((event) => ({
            id: `${event.time} ${event.what}`,
            name: time(event.time),
            value: <FormattedMessage id={`administration-firmware.event.${event.what}`} values={event.numbers} />,
          }))}
        />
        <Text tone="neutral">
          <FormattedMessage id="administration-firmware.checked" values={{ time: time(checked) }} />
        </Text>
      </Disclosure>
      {state !== 'done' && (
        <Row>
          <Button
            icon={state === 'running' ? Pause : Play}
            busy={steer.isPending}
            onClick={() => steer.mutate({ id, to: state === 'running' ? 'stop' : 'resume' })}
          >
            <FormattedMessage
              id={
                state === 'running' ? 'administration-firmware.rollout.stop' : 'administration-firmware.rollout.resume'
              }
            />
          </Button>
        </Row>
      )}
    </Stack>
  )
}
