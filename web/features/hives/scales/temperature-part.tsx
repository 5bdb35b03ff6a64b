import { useQuery } from '@tanstack/react-query'
import type { Scale } from '#domain/hives/scale.ts'
import type { TemperatureReply } from '#domain/hives/temperature-compensation.ts'
import { Sparkline } from '../../../charts/small/sparkline.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Spinner } from '../../../ui/status/spinner.tsx'
import { temperatureQuery } from './scale-queries.ts'
import { useEditScale } from './use-scale-changes.tsx'

type Props = { scale: Scale; mayEdit: boolean }

/** How temperature affects a scale: its last week with and without the effect, and a switch to remove it. */
export function TemperaturePart(props: Props) {
  return (
    <Disclosure summary={<FormattedMessage id="temperature.title" />}>
      <Temperature {...props} />
    </Disclosure>
  )
}

function Temperature({ scale, mayEdit }: Props) {
  const { data, isError } = useQuery(temperatureQuery(scale.id))
  const edit = useEditScale()
  const { temperatureCompensation: compensation } = scale
  const taken = data?.fit ?? null
  const wanted = taken && {
    gramsPerKelvin: taken.gramsPerKelvin,
    referenceTemperature: taken.referenceTemperature,
    source: taken.source,
  }
  return (
    <Stack gap={2}>
      {data ? (
        <>
          <Words reply={data} />
          {(taken || compensation) && <Curves reply={data} />}
        </>
      ) : isError ? (
        <Text tone="neutral">
          <FormattedMessage id="temperature.offline" />
        </Text>
      ) : (
        <Spinner size={32} />
      )}
      {(wanted || compensation) && (
        <Switch
          label={<FormattedMessage id="temperature.compensate" />}
          hint={<FormattedMessage id="temperature.hint" />}
          disabled={!mayEdit}
          checked={Boolean(compensation)}
          onChange={(event) =>
            edit.mutate({
              id: scale.id,
              changes: { temperatureCompensation: event.target.checked ? wanted : null },
            })
          }
        />
      )}
    </Stack>
  )
}

function Words({ reply: { fit, refused } }: { reply: TemperatureReply }) {
  if (refused) {
    return (
      <Text tone="neutral">
        <FormattedMessage id={`temperature.${refused}`} />
      </Text>
    )
  }
  if (!fit) return null
  const { gramsPerKelvin, uncertainty, nights, correlation } = fit
  return (
    <Text>
      <FormattedMessage
        id={gramsPerKelvin < 0 ? 'temperature.falls' : 'temperature.moves'}
        values={{ grams: Math.abs(gramsPerKelvin), uncertainty, nights, correlation }}
      />
    </Text>
  )
}

function Curves({ reply: { curve } }: { reply: TemperatureReply }) {
  const intl = useIntl()
  const time = curve.map((hour) => Date.parse(hour.time))
  const all = curve.flatMap(({ weight, compensated }) => [weight, compensated ?? weight])
  const range = { bottom: Math.min(...all), top: Math.max(...all) }
  return (['before', 'after'] as const).map((which) => {
    const label = intl.formatMessage({ id: `temperature.${which}` })
    return (
      <Stack key={which} gap={1}>
        <Text tone="neutral">{label}</Text>
        <Sparkline
          time={time}
          values={curve.map(({ weight, compensated }) => (which === 'before' ? weight : compensated))}
          label={label}
          range={range}
        />
      </Stack>
    )
  })
}
