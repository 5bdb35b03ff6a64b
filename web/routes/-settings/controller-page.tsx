import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import type { Controller } from '#domain/hives/controller.ts'
import { ForwardingCard } from '../../features/exchange/forwarding/forwarding-card.tsx'
import { WatchCodeCard } from '../../features/exchange/watches/watch-code-card.tsx'
import { AffiliationCard } from '../../features/hives/controllers/affiliation-card.tsx'
import { ChannelsCard } from '../../features/hives/controllers/channels-card.tsx'
import { ControllerFacts } from '../../features/hives/controllers/controller-facts.tsx'
import { useController } from '../../features/hives/controllers/controller-queries.ts'
import { ControllerScreen } from '../../features/hives/controllers/controller-screen.tsx'
import { type ControllerPart, controllerParts } from '../../features/hives/controllers/controller-search.ts'
import { ControllerTabs } from '../../features/hives/controllers/controller-tabs.tsx'
import { DeviceKeyCard } from '../../features/hives/controllers/device-key-card.tsx'
import { DoctorCard } from '../../features/hives/controllers/doctor/doctor-card.tsx'
import { VitalsCard } from '../../features/hives/controllers/doctor/vitals-card.tsx'
import { FieldsCard } from '../../features/hives/controllers/fields-card.tsx'
import { LocationCard } from '../../features/hives/controllers/location-card.tsx'
import { MidnightsCard } from '../../features/hives/controllers/midnights-card.tsx'
import { regionsQuery } from '../../features/hives/regions/region-queries.ts'
import { controllerScalesQuery, scalesQuery } from '../../features/hives/scales/scale-queries.ts'
import { useScreenName } from '../../features/platform/navigation/document-title.tsx'
import { RenewCard } from '../../features/shop/subscriptions/renew-card.tsx'
import { useIntl } from '../../i18n/intl.tsx'
import { Grid } from '../../ui/layout/layout.tsx'

const clock = () => Date.now()

/** One transmitter, part by part, each made of `Card`s by the feature it belongs to. Parts in `own` are for its owner. */
export function ControllerPage() {
  const intl = useIntl()
  const from = '/_signed-in/settings/controllers/$controllerId'
  const { controllerId } = useParams({ from })
  const { part } = useSearch({ from })
  useScreenName(useController(Number(controllerId)).data?.name)
  const { data: near } = useQuery(scalesQuery)
  const isNear = near?.some((scale) => scale.controllerId === Number(controllerId))
  const foreign = useQuery({ ...controllerScalesQuery(Number(controllerId)), enabled: isNear === false, retry: false })
  const allScales = (isNear ? near : foreign.data) ?? []
  const { data: regions = [] } = useQuery(regionsQuery)
  const scales = allScales
    .filter((scale) => scale.controllerId === Number(controllerId) && scale.state !== 'archived')
    .toSorted((a, b) => a.channel - b.channel)
  const channels = scales.map(({ channel, name, state }) => ({
    channel,
    name,
    state: intl.formatMessage({ id: `scale.state.${state}` }),
  }))
  return (
    <ControllerScreen key={controllerId} id={Number(controllerId)} regions={regions}>
      {(controller) => {
        const own = controller.access === 'own'
        const parts = controllerParts.filter((one) => isThere(one, controller))
        const open = parts.find((one) => one === part)
        return (
          <>
            <ControllerTabs id={controller.id} parts={parts} />
            {!open && (
              <>
                <DoctorCard controller={controller} now={clock} />
                {own && near && (
                  <FieldsCard controllerId={controller.id} taken={channels.map(({ channel }) => channel)} />
                )}
                <VitalsCard controller={controller} now={clock} />
                <MidnightsCard controllerId={controller.id} scales={scales} now={clock} />
              </>
            )}
            {open === 'setup' && (
              <>
                <ChannelsCard controllerId={controller.id} channels={channels} own={own} />
                <Grid columns="wide">
                  <ControllerFacts controller={controller} />
                  <LocationCard controller={controller} />
                </Grid>
                {(own || controller.access === 'administered') && <DeviceKeyCard controller={controller} />}
              </>
            )}
            {open === 'subscription' && <RenewCard controller={controller} now={clock} />}
            {open === 'sharing' && (
              <>
                <AffiliationCard controller={controller} />
                <WatchCodeCard controllerId={controller.id} />
                <ForwardingCard controllerId={controller.id} scales={channels} />
              </>
            )}
          </>
        )
      }}
    </ControllerScreen>
  )
}

/** Whether a part exists: a transmitter shared by others has no subscription and no sharing of its own, and a server without subscriptions has none. */
function isThere(part: ControllerPart, { access, subscriptionEnd, subscriptionState }: Controller): boolean {
  if (part === 'setup') return true
  if (access !== 'own') return false
  return part === 'sharing' || (subscriptionState !== 'off' && subscriptionEnd !== null)
}
