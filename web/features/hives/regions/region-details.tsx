import type { Region } from '#domain/hives/regions/region.ts'
import { boxOf } from '#domain/hives/regions/region-geometry.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { LazyMap, ShapeMap } from '../../../map/lazy-map.tsx'
import { Facts } from '../../../ui/display/facts.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Sheet } from '../../../ui/overlay/sheet.tsx'
import { useHourWords } from './use-hour-words.ts'

/** A region, read-only. */
export function RegionDetails({ region, onClose }: { region: Region | undefined; onClose: () => void }) {
  const intl = useIntl()
  const { hour, offset } = useHourWords()
  return (
    <Sheet open={region !== undefined} onClose={onClose} title={region?.name}>
      {region && (
        <Stack gap={5}>
          <Facts
            facts={[
              {
                id: 'alarmHours',
                name: <FormattedMessage id="region.alarmHours" />,
                value: `${hour(region.alarmFrom)}–${hour(region.alarmTo)}`,
              },
              {
                id: 'utcOffset',
                name: <FormattedMessage id="region.utcOffset" />,
                value: offset(region.utcOffset),
              },
              {
                id: 'priority',
                name: <FormattedMessage id="region.priority" />,
                value: intl.formatNumber(region.priority),
              },
            ]}
          />
          {region.geojson && (
            <LazyMap>
              <ShapeMap
                label={intl.formatMessage({ id: 'region.map' })}
                shape={region.geojson}
                box={boxOf(region.geojson)}
              />
            </LazyMap>
          )}
        </Stack>
      )}
    </Sheet>
  )
}
