import { type MappedValue, mapJson } from '#domain/exchange/json-mapping.ts'
import { FormattedMessage, useIntl } from '../../../../i18n/intl.tsx'
import { Stack } from '../../../../ui/layout/layout.tsx'
import { Heading, Text } from '../../../../ui/layout/text.tsx'

const units = { weight: 'kg', temperature: '°C', humidity: '%' } as const
const quantities = Object.keys(units) as (keyof typeof units)[]

/** Previews the readings that the last document would give, before saving. */
export function JsonPreview({ mapping, document }: { mapping: readonly MappedValue[]; document: unknown }) {
  const intl = useIntl()
  const { readings, raw, battery, signal } = mapJson(mapping, document)
  const shown = (value: unknown, unit: string) =>
    `${typeof value === 'number' ? intl.formatNumber(value, { maximumFractionDigits: 3 }) : JSON.stringify(value)} ${unit}`
  const moment = (time: unknown) =>
    typeof time === 'string' && !Number.isNaN(Date.parse(time))
      ? intl.formatDate(time, { dateStyle: 'medium', timeStyle: 'medium' })
      : time === undefined
        ? intl.formatMessage({ id: 'connect.json.onArrival' })
        : JSON.stringify(time)
  const lines = [
    ...readings.map((reading) => ({
      ...{ channel: reading.channel, time: reading.time },
      values: quantities.flatMap((name) => (reading[name] === undefined ? [] : [shown(reading[name], units[name])])),
    })),
    ...raw.map(({ channel, time, raw: value }) => ({ channel, time, values: [shown(value, '')] })),
  ]
  const own = [battery === null ? '' : shown(battery, 'V'), signal === null ? '' : shown(signal, 'dBm')].filter(Boolean)
  return (
    <Stack gap={2} as="section">
      <Heading level={3}>
        <FormattedMessage id="connect.json.preview" />
      </Heading>
      {lines.length + own.length === 0 && (
        <Text tone="loss">
          <FormattedMessage id="connect.json.preview.none" />
        </Text>
      )}
      {lines.map(({ channel, time, values }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: elements of a list may be alike
        <Text key={at}>
          {channel === 0 ? (
            <FormattedMessage id="connect.json.channel.own" />
          ) : (
            <>
              <FormattedMessage id="connect.json.channel" /> {channel}
            </>
          )}
          : <strong>{values.join(', ')}</strong>, {moment(time)}
        </Text>
      ))}
      {own.length > 0 && (
        <Text>
          <FormattedMessage id="connect.json.channel.own" />: <strong>{own.join(', ')}</strong>
        </Text>
      )}
    </Stack>
  )
}
