import { FormattedMessage, FormattedNumber, useIntl } from '../../../i18n/intl.tsx'
import { Stat } from '../../../ui/display/stat.tsx'
import { VisuallyHidden } from '../../../ui/layout/visually-hidden.tsx'

/** What a scale is there for, and what it measured last; `value` in `unit`, `time` in ISO 8601. */
export type Measured = {
  column: 'weight' | 'temperature' | 'humidity'
  unit: string
  /** Behind the decimal point. */
  digits: number
  /** Null where nothing was measured yet, undefined where that is not known. */
  last: { time: string; value: number } | null | undefined
  /** How the weight changed in 24 hours, in kg. */
  change?: number | null | undefined
}

/** What was measured last, large, and when that was. `now` in epoch ms. */
export function LastValue({
  measured: { column, unit, digits, last, change },
  now,
  short = false,
}: {
  measured: Measured
  now: number
  /** Where height is scarce. */
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
      unit={unit}
      value={<FormattedNumber value={last.value} minimumFractionDigits={digits} maximumFractionDigits={digits} />}
      note={
        <>
          {typeof change === 'number' && (
            <>
              <FormattedMessage id="hive.change24h" values={{ change }} />
              <br />
            </>
          )}
          <FormattedMessage id="hive.measured" values={{ time }} />
        </>
      }
    />
  )
}
