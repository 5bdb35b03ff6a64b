import type { SetAside } from '#domain/operations/set-aside.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'

const KILOBYTE = 1000
const MEGABYTE = KILOBYTE * KILOBYTE

/** The stage at which it got stuck. */
export const SetAsideStageWords = ({ of: { stage, readings, days } }: { of: SetAside }) => (
  <FormattedMessage id={`administration-fleet.setAside.stage.${stage}`} values={{ readings, days }} />
)

/** The scale it belongs to, or that it is the transmitter's own data. */
export const SetAsideScale = ({ of: { scale } }: { of: SetAside }) =>
  scale ? (
    <FormattedMessage
      id="administration-fleet.setAside.channel"
      values={{ name: scale.name, channel: String(scale.channel) }}
    />
  ) : (
    <FormattedMessage id="administration-fleet.setAside.ownSensors" />
  )

/** Returns a function that formats a number of bytes. */
export function useSize(): (bytes: number) => string {
  const intl = useIntl()
  const size = (value: number, unit: 'byte' | 'kilobyte' | 'megabyte') =>
    intl.formatNumber(value, { style: 'unit', unit, maximumFractionDigits: 1 })
  return (bytes) =>
    bytes < KILOBYTE
      ? size(bytes, 'byte')
      : bytes < MEGABYTE
        ? size(bytes / KILOBYTE, 'kilobyte')
        : size(bytes / MEGABYTE, 'megabyte')
}
