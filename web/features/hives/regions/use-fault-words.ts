import type { ShapeFault } from '#domain/hives/regions/region-geometry.ts'
import { useIntl } from '../../../i18n/intl.tsx'

/** Returns a function that puts a shape's fault and its location into words. */
export function useFaultWords(): (fault: ShapeFault) => string {
  const intl = useIntl()
  const degrees = (value: number) => intl.formatNumber(Math.abs(value), { maximumFractionDigits: 4 })
  return ({ code, at: [longitude, latitude] = [0, 0] }) =>
    intl.formatMessage(
      { id: `region.fault.${code}` },
      {
        place: intl.formatMessage(
          { id: 'region.place' },
          {
            latitude: degrees(latitude),
            northOrSouth: latitude < 0 ? 'south' : 'north',
            longitude: degrees(longitude),
            eastOrWest: longitude < 0 ? 'west' : 'east',
          },
        ),
      },
    )
}
