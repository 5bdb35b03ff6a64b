import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useIntl } from 'react-intl'
import { ForwardingCard } from '../../features/exchange/forwarding/forwarding-card.tsx'
import { WatchCodeCard } from '../../features/exchange/watches/watch-code-card.tsx'
import { ChannelsCard } from '../../features/hives/controllers/channels-card.tsx'
import { ControllerFacts } from '../../features/hives/controllers/controller-facts.tsx'
import { ControllerScreen } from '../../features/hives/controllers/controller-screen.tsx'
import { DeviceKeyCard } from '../../features/hives/controllers/device-key-card.tsx'
import { DoctorCard } from '../../features/hives/controllers/doctor-card.tsx'
import { FieldsCard } from '../../features/hives/controllers/fields-card.tsx'
import { LocationCard } from '../../features/hives/controllers/location-card.tsx'
import { MidnightsCard } from '../../features/hives/controllers/midnights-card.tsx'
import { VitalsCard } from '../../features/hives/controllers/vitals-card.tsx'
import { regionsQuery } from '../../features/hives/regions/region-queries.ts'
import { controllerScalesQuery, scalesQuery } from '../../features/hives/scales/scale-queries.ts'
import { RenewCard } from '../../features/shop/subscriptions/renew-card.tsx'
import { Grid } from '../../ui/layout.tsx'

const clock = () => Date.now()

/** One transmitter: each part is a `Card` with its title, made by the feature it belongs to; `own` parts are its owner's. */
export function ControllerPage() {
  const intl = useIntl()
  const { controllerId } = useParams({ from: '/_signed-in/settings/controllers/$controllerId' })
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
        return (
          <>
            <DoctorCard controller={controller} now={clock} />
            {own && <FieldsCard controllerId={controller.id} />}
            <Grid columns="wide">
              <ControllerFacts controller={controller} />
              <LocationCard controller={controller} />
            </Grid>
            {own && <RenewCard controller={controller} now={clock} />}
            <VitalsCard controller={controller} now={clock} />
            <ChannelsCard controllerId={controller.id} channels={channels} own={own} />
            <MidnightsCard
              controllerId={controller.id}
              scales={scales.filter(({ type }) => type === 'weight')}
              now={clock}
            />
            {own && <WatchCodeCard controllerId={controller.id} />}
            {own && <ForwardingCard controllerId={controller.id} scales={channels} />}
            {(own || controller.access === 'administered') && <DeviceKeyCard controller={controller} />}
          </>
        )
      }}
    </ControllerScreen>
  )
}
