import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { overdueSince } from '#domain/hives/measured-at.ts'
import type { DashboardController } from '#domain/insight/dashboard.ts'
import { api, call } from '../../../../api/client.ts'
import { FormattedMessage, useIntl } from '../../../../i18n/intl.tsx'
import { Loaded } from '../../../../offline/loaded.tsx'
import { Stat } from '../../../../ui/display/stat.tsx'
import { Grid, Stack } from '../../../../ui/layout/layout.tsx'
import { Heading, Text } from '../../../../ui/layout/text.tsx'
import { ButtonLink } from '../../../../ui/navigation/links.ts'
import { Banner } from '../../../../ui/status/banner.tsx'

/** What is now known about a transmitter and its scales; refetched whenever it is heard again. */
export const arrivedQuery = (controllerId: number, lastSeen: string) =>
  queryOptions({
    queryKey: ['controller', controllerId, 'arrived', lastSeen],
    queryFn: async () => (await call(api.dashboard.$get())).find(({ id }) => id === controllerId) ?? null,
    placeholderData: keepPreviousData,
  })

const units = { weight: 'kg', temperature: '°C', humidity: '%', battery: 'V', signal: 'dBm' } as const

/** Shows that a device was heard, and the values received, by scale. */
export function ArrivedValues({ controllerId, lastSeen }: { controllerId: number; lastSeen: string }) {
  const intl = useIntl()
  const query = useQuery(arrivedQuery(controllerId, lastSeen))
  const date = (time: string) => intl.formatDate(time, { dateStyle: 'medium', timeStyle: 'medium' })
  const stat = (name: keyof typeof units, value: number | null, since?: string) =>
    value === null ? null : (
      <Stat
        key={name}
        tone={since === undefined ? undefined : 'stale'}
        note={since && date(since)}
        label={<FormattedMessage id={`connect.value.${name}`} />}
        value={intl.formatNumber(value, { maximumFractionDigits: name === 'weight' ? 3 : 2 })}
        unit={units[name]}
      />
    )
  return (
    <Loaded query={query} age={false}>
      {(controller) => (
        <Stack gap={5}>
          <Heard lastSeen={lastSeen} hasValues={controller !== null && saysSomething(controller)} />
          {controller?.scales.map(({ id, name, channel, last }) => (
            <Stack key={id} gap={2} as="section">
              <Heading level={3}>{name}</Heading>
              <Text tone="neutral">
                {last ? (
                  <FormattedMessage id="connect.value.of" values={{ channel, time: date(last.time) }} />
                ) : (
                  <FormattedMessage id="connect.value.none" values={{ channel }} />
                )}
              </Text>
              {last && (
                <Grid columns="small">
                  {(['weight', 'temperature', 'humidity'] as const).map((name) =>
                    stat(name, last[name], overdueSince(last, name, controller.updateInterval)),
                  )}
                </Grid>
              )}
            </Stack>
          ))}
          {controller && (controller.battery !== null || controller.signal !== null) && (
            <Stack gap={2} as="section">
              <Heading level={3}>{controller.name}</Heading>
              <Grid columns="small">
                {stat('battery', controller.battery)}
                {stat('signal', controller.signal)}
              </Grid>
            </Stack>
          )}
        </Stack>
      )}
    </Loaded>
  )
}

/** Whether anything usable was received; a signal value alone may come from the network. */
const saysSomething = ({ scales, battery }: Pick<DashboardController, 'scales' | 'battery'>): boolean =>
  battery !== null || scales.some(({ last }) => last !== null)

function Heard({ lastSeen, hasValues }: { lastSeen: string; hasValues: boolean }) {
  const intl = useIntl()
  const values = { time: intl.formatTime(lastSeen, { timeStyle: 'medium' }) }
  if (!hasValues) {
    return (
      <Banner tone="stale" title={<FormattedMessage id="connect.wait.empty" values={values} />}>
        <FormattedMessage id="connect.wait.empty.next" />
      </Banner>
    )
  }
  return (
    <Banner
      tone="ok"
      title={<FormattedMessage id="connect.wait.arrived" values={values} />}
      actions={
        <ButtonLink kind="primary" to="/dashboard">
          <FormattedMessage id="claim.toDashboard" />
        </ButtonLink>
      }
    >
      <FormattedMessage id="connect.wait.arrived.next" />
    </Banner>
  )
}
