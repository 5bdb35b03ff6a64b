import { useQuery } from '@tanstack/react-query'
import { BellRing, Cable, Eye, Keyboard, ScanLine } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { isHeard, type NotificationChannel } from '#domain/alerts/notification.ts'
import { distinctNames } from '#domain/hives/distinct-names.ts'
import type { DashboardController, DashboardScale } from '#domain/insight/dashboard.ts'
import { HearTest } from '../../features/alerts/notifications/hear-test.tsx'
import { useTestChannel } from '../../features/alerts/notifications/notification-queries.ts'
import { pushSupport } from '../../features/alerts/notifications/push-subscription.ts'
import { RingHere } from '../../features/alerts/notifications/ring-here.tsx'
import { thisDeviceQuery } from '../../features/alerts/notifications/this-device-query.ts'
import { FirstReading } from '../../features/hives/controllers/connect/first-reading.tsx'
import { NameScales } from '../../features/hives/scales/name-scales.tsx'
import { InstallationWays } from '../../features/platform/installation/installation-card.tsx'
import { installation } from '../../features/platform/installation/installation-state.ts'
import { FormattedMessage } from '../../i18n/intl.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { ButtonLink } from '../../ui/navigation/links.ts'

export function TransmitterStep({ done }: { done: boolean }) {
  return (
    <Stack gap={3}>
      <Text>
        <FormattedMessage id="setup.transmitter.why" />
      </Text>
      <Row>
        <ButtonLink
          kind={done ? 'secondary' : 'primary'}
          icon={ScanLine}
          to="/settings/register"
          search={{ scan: true }}
        >
          <FormattedMessage id="scan.action" />
        </ButtonLink>
        <ButtonLink icon={Keyboard} to="/settings/register">
          <FormattedMessage id="setup.transmitter.type" />
        </ButtonLink>
        <ButtonLink kind="quiet" icon={Eye} to="/settings/watches">
          <FormattedMessage id="setup.transmitter.watch" />
        </ButtonLink>
      </Row>
    </Stack>
  )
}

/** Waits for a reading of a transmitter that has never sent, or else of the first one. */
export function ReadingStep({ own }: { own: readonly DashboardController[] }) {
  const controller = own.find(({ lastUpdate }) => lastUpdate === null) ?? own[0]
  if (!controller) return <Later id="setup.reading.later" />
  return (
    <Stack>
      <FirstReading key={controller.id} controller={controller} />
      <Row>
        <ButtonLink icon={Cable} to="/settings/connect/$controllerId" params={{ controllerId: String(controller.id) }}>
          <FormattedMessage id="connect.title.of" values={{ name: controller.name }} />
        </ButtonLink>
      </Row>
    </Stack>
  )
}

export function NamesStep({ scales, own }: { scales: readonly DashboardScale[]; own: readonly DashboardController[] }) {
  if (own.every(({ scales: all }) => all.length === 0)) return <Later id="setup.names.later" />
  const placeOf = ({ id }: { id: number }) => own.find(({ scales: all }) => all.some((one) => one.id === id))?.name
  const names = distinctNames(scales, placeOf)
  return (
    <Stack gap={3}>
      <Text>
        <FormattedMessage id={scales.length > 0 ? 'setup.names.why' : 'setup.names.done'} />
      </Text>
      {scales.length > 0 && (
        <NameScales
          scales={scales.map(({ id, name, last }) => ({
            id,
            name: names.get(id) ?? name,
            weight: last?.weight ?? null,
          }))}
        />
      )}
      <Row>
        <ButtonLink kind="quiet" to="/settings/scales">
          <FormattedMessage id="setup.names.all" />
        </ButtonLink>
      </Row>
    </Stack>
  )
}

export function InstallStep() {
  const { way } = useSnapshot(installation)
  return way === 'installed' ? <Later id="setup.install.done" /> : <InstallationWays />
}

/** Turns alarms on for this device and sends a test at once; other ways are set up with the channels. */
export function AlarmStep({ channels }: { channels: readonly NotificationChannel[] }) {
  const thisDevice = useQuery(thisDeviceQuery)
  const test = useTestChannel()
  const installsFirst = useSnapshot(installation).way === 'by-hand' && pushSupport() === 'unsupported'
  const ringsHere = channels.some(({ id }) => id === thisDevice.data)
  return (
    <Stack>
      {installsFirst ? (
        <Later id="setup.channel.installFirst" />
      ) : ringsHere ? (
        <Later id="setup.channel.done" />
      ) : (
        <RingHere onRinging={(id) => test.mutate(id)} />
      )}
      <Row>
        <ButtonLink icon={BellRing} to="/settings/notifications">
          <FormattedMessage id="setup.channel.others" />
        </ButtonLink>
      </Row>
    </Stack>
  )
}

/** `arrives`: alarms reach at least one of these channels, for something the person sees. */
export function HeardStep({ channels, arrives }: { channels: readonly NotificationChannel[]; arrives: boolean }) {
  const thisDevice = useQuery(thisDeviceQuery)
  if (channels.length === 0) return <Later id="setup.heard.later" />
  if (!arrives && channels.some(isHeard)) {
    return (
      <Stack>
        <Later id="setup.heard.none" />
        <Row>
          <ButtonLink kind="primary" icon={BellRing} to="/settings/notifications">
            <FormattedMessage id="settings-screen.tab.notifications" />
          </ButtonLink>
        </Row>
      </Stack>
    )
  }
  return (
    <Stack>
      <Text>
        <FormattedMessage id="setup.heard.why" />
      </Text>
      <HearTest channels={channels} thisDevice={thisDevice.data} />
    </Stack>
  )
}

const Later = ({
  id,
}: {
  id:
    | 'setup.reading.later'
    | 'setup.names.later'
    | 'setup.install.done'
    | 'setup.channel.installFirst'
    | 'setup.channel.done'
    | 'setup.heard.later'
    | 'setup.heard.none'
}) => (
  <Text>
    <FormattedMessage id={id} />
  </Text>
)
