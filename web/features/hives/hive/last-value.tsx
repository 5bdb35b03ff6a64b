import { FormattedMessage, FormattedNumber, useIntl } from '../../../i18n/intl.tsx'
import { Stat } from '../../../ui/display/stat.tsx'
import { VisuallyHidden } from '../../../ui/layout/visually-hidden.tsx'

/** A scale's own quantity and its last value; `value` is in `unit`, `time` is ISO 8601. */
export type Measured = {
  column: 'weight' | 'temperature' | 'humidity'
  unit: string
  /** Number of decimals. */
  digits: number
  /**
   * Null if nothing was measured yet, undefined if that is unknown. `value` is null if it is too old to be of use, `isOverdue` if other quantities
   * have come since.
   */
  last: { time: string; value: number | null; isOverdue?: boolean } | null | undefined
  /** The change in weight over 24 hours, in kg. */
  change?: number | null | undefined
}

/** The last value, in large type, and when it was measured. `now` in epoch ms. */
export function LastValue({
  measured: { column, unit, digits, last, change },
  now,
  short = false,
}: {
  measured: Measured
  now: number
  /** Compact layout for low screens. */
  short?: boolean
}) {
  const intl = useIntl()
  const name = <FormattedMessage id={`timeline.quantity.${column}`} />
  const look = short
    ? ({ size: 'medium', label: <VisuallyHidden>{name}</VisuallyHidden> } as const)
    : ({ size: 'large', label: name } as const)
  if (!last) {
    const note = last === null && <FormattedMessage id="hive.noReading" />
    return <Stat {...look} value="–" note={note} />
  }
  const date = new Date(last.time)
  const sameDay = date.toDateString() === new Date(now).toDateString()
  const time = intl.formatDate(date, sameDay ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <Stat
      {...look}
      unit={last.value !== null && unit}
      tone={last.isOverdue ? 'stale' : undefined}
      value={
        last.value === null ? (
          '–'
        ) : (
          <FormattedNumber
            value={last.value}
            minimumFractionDigits={digits}
            maximumFractionDigits={digits}
            signDisplay="negative"
          />
        )
      }
      note={
        <>
          {typeof change === 'number' && (
            <>
              <FormattedMessage id="hive.change24h" values={{ change }} />
              <br />
            </>
          )}
          <FormattedMessage id={last.isOverdue ? 'hive.lastMeasured' : 'hive.measured'} values={{ time }} />
        </>
      }
    />
  )
}
