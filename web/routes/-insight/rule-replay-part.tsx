import { useQuery } from '@tanstack/react-query'
import { ChartLine } from 'lucide-react'
import type { ReplayEntry } from '#domain/alerts/rule-replay.ts'
import { distinctNames } from '#domain/hives/distinct-names.ts'
import type { Scale } from '#domain/hives/scale.ts'
import { replayBody } from '../../features/alerts/rule-replay/replay-draft.ts'
import { ReplayForm } from '../../features/alerts/rule-replay/replay-form.tsx'
import { ReplayResult } from '../../features/alerts/rule-replay/replay-result.tsx'
import { scalesQuery } from '../../features/hives/scales/scale-queries.ts'
import { seriesKey } from '../../features/hives/timeline/state/series-key.ts'
import { JobList } from '../../features/platform/jobs/job-list.tsx'
import { useStartJob } from '../../features/platform/jobs/job-queries.ts'
import { FormattedMessage } from '../../i18n/intl.tsx'
import { toDayInput } from '../../i18n/local-input.ts'
import { Loaded } from '../../offline/loaded.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { Heading, Text } from '../../ui/layout/text.tsx'
import { ButtonLink } from '../../ui/navigation/links.ts'

const AROUND_SECONDS = 6 * 3600

/** Trials of rules over the stored data: what to try, and the previous results. */
export function RuleReplayPart({ places }: { places: readonly { id: number; name: string }[] }) {
  const scales = useQuery(scalesQuery)
  const start = useStartJob()
  const today = toDayInput(new Date())
  return (
    <Loaded query={scales} age={false}>
      {(list) => {
        const placeOf = ({ controllerId }: Scale) => places.find(({ id }) => id === controllerId)?.name
        const names = distinctNames(list, placeOf)
        const weighing = list.filter(({ type, state }) => type === 'weight' && state !== 'archived')
        return (
          <Stack gap={6}>
            <Text>
              <FormattedMessage id="rule-replay.lead" />
            </Text>
            <ReplayForm
              scales={weighing.map((scale) => ({ id: scale.id, name: scale.name, place: placeOf(scale) ?? '' }))}
              today={today}
              busy={start.isPending}
              error={start.error}
              onSubmit={(draft) => start.mutate(replayBody(draft))}
            />
            <Stack gap={3} as="section">
              <Heading>
                <FormattedMessage id="rule-replay.results" />
              </Heading>
              <JobList
                level={3}
                filter={{ type: 'RULE_REPLAY', mine: true }}
                result={(job) => (
                  <ReplayResult
                    job={job}
                    nameOf={(scaleId) => names.get(scaleId) ?? `${scaleId}`}
                    link={(entry) => <CurveLink entry={entry} />}
                  />
                )}
                empty={<FormattedMessage id="rule-replay.results.none" />}
              />
            </Stack>
          </Stack>
        )
      }}
    </Loaded>
  )
}

/** Links to the curve of the hours around, with what the alarms said at the time. */
function CurveLink({ entry: { scaleId, startedAt } }: { entry: ReplayEntry }) {
  const time = Math.round(Date.parse(startedAt) / 1000)
  const series = seriesKey({ seriesId: scaleId, column: 'weight' })
  return (
    <ButtonLink
      icon={ChartLine}
      to="/timeline"
      search={{ series, from: time - AROUND_SECONDS, to: time + AROUND_SECONDS, alarms: true }}
    >
      <FormattedMessage id="rule-replay.curve" />
    </ButtonLink>
  )
}
