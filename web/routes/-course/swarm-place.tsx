import { LocateFixed, MapPinned, MapPinX } from 'lucide-react'
import { useState } from 'react'
import type { Location } from '#domain/hives/controller.ts'
import { usePosition } from '../../features/hives/controllers/use-position.ts'
import { FormattedMessage, useIntl } from '../../i18n/intl.tsx'
import { LazyMap, PositionMap } from '../../map/lazy-map.tsx'
import { Button } from '../../ui/button.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { Banner } from '../../ui/status/banner.tsx'

/** About a meter. */
const DIGITS = 5

/** Where a swarm hung: the position of the phone, or a tap on the map. */
export function SwarmPlace({
  value,
  onChange,
}: {
  value: Location | null
  onChange: (value: Location | null) => void
}) {
  const intl = useIntl()
  const [isMapShown, showMap] = useState(false)
  const choose = ({ latitude, longitude }: Location) =>
    onChange({ latitude: Number(latitude.toFixed(DIGITS)), longitude: Number(longitude.toFixed(DIGITS)) })
  const { search, locate } = usePosition(choose)
  return (
    <Stack gap={2}>
      <Row>
        <Button icon={LocateFixed} busy={search === 'searching'} onClick={locate}>
          <FormattedMessage id="claim.locate" />
        </Button>
        <Button icon={MapPinned} aria-expanded={isMapShown} onClick={() => showMap(!isMapShown)}>
          <FormattedMessage id="claim.map" />
        </Button>
        {value && (
          <Button kind="quiet" icon={MapPinX} onClick={() => onChange(null)}>
            <FormattedMessage id="course-screen.noPlace" />
          </Button>
        )}
      </Row>
      {typeof search === 'object' && 'fault' in search && (
        <Banner tone="loss" title={<FormattedMessage id={`claim.locate.${search.fault}`} />}>
          <FormattedMessage id={`claim.locate.${search.fault}.next`} />
        </Banner>
      )}
      {value && (
        <Text tone="neutral">
          <FormattedMessage id="controller-screen.location.degrees" values={value} />
        </Text>
      )}
      {isMapShown && (
        <LazyMap>
          <PositionMap
            label={intl.formatMessage({ id: 'course-screen.spot' })}
            position={value ?? undefined}
            onChange={choose}
          />
        </LazyMap>
      )}
    </Stack>
  )
}
