import { useIntl } from '../../../i18n/intl.tsx'

/** Formats hours of the day and UTC offsets. */
export function useHourWords() {
  const intl = useIntl()
  return {
    hour: (hour: number) => `${intl.formatNumber(hour, { minimumIntegerDigits: 2 })}:00`,
    /** Hours from UTC. */
    offset: (hours: number) => `UTC${hours === 0 ? '' : intl.formatNumber(hours, { signDisplay: 'always' })}`,
  }
}
