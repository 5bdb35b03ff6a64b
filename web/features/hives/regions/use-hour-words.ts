import { useIntl } from '../../../i18n/intl.tsx'

/** Hours of the day and offsets of a clock in words. */
export function useHourWords() {
  const intl = useIntl()
  return {
    hour: (hour: number) => `${intl.formatNumber(hour, { minimumIntegerDigits: 2 })}:00`,
    /** From UTC, in hours. */
    offset: (hours: number) => `UTC${hours === 0 ? '' : intl.formatNumber(hours, { signDisplay: 'always' })}`,
  }
}
