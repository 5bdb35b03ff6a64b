import type { ReactNode } from 'react'
import { FormattedDate, FormattedMessage, FormattedNumber } from '../../../i18n/intl.tsx'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { Text } from '../../../ui/layout/text.tsx'

/** Shown for unknown values. */
const UNKNOWN = '–'

/** Kilograms with their unit; `sign` shows a gain or a loss. */
export const Kg = ({ value, digits = 1, sign = false }: { value: number | null; digits?: number; sign?: boolean }) =>
  value === null ? (
    UNKNOWN
  ) : (
    <>
      <FormattedNumber
        value={value}
        minimumFractionDigits={digits}
        maximumFractionDigits={digits}
        signDisplay={sign ? 'exceptZero' : 'negative'}
      />{' '}
      kg
    </>
  )

/** A whole number with a unit, such as °C or mm. */
export const Amount = ({ value, unit }: { value: number | null; unit: string }) =>
  value === null ? (
    UNKNOWN
  ) : (
    <>
      <FormattedNumber value={value} maximumFractionDigits={0} signDisplay="negative" /> {unit}
    </>
  )

/** A calendar day, or with `month` a month (yyyy-mm), the same in every zone. */
export const Day = ({ date }: { date: string }) => (
  <FormattedDate value={`${date}T12:00:00Z`} timeZone="UTC" day="numeric" month="short" />
)
export const Month = ({ month }: { month: string }) => (
  <FormattedDate value={`${month}-15T12:00:00Z`} timeZone="UTC" month="long" year="numeric" />
)

export type Explained =
  | 'gain'
  | 'bestDays'
  | 'flows'
  | 'winter'
  | 'foragers'
  | 'nights'
  | 'months'
  | 'grassland'
  | 'region'
  | 'feed'

/** How figures are computed, collapsed. */
export const How = ({ of }: { of: readonly Explained[] }) => (
  <Disclosure summary={<FormattedMessage id="analysis.how" />}>
    {of.map(
      (figure): ReactNode => (
        <Text key={figure}>
          <FormattedMessage id={`analysis.how.${figure}`} />
        </Text>
      ),
    )}
  </Disclosure>
)
