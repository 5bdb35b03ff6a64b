import type { SeasonAdvice } from '#domain/insight/season-advice.ts'
import { seasonWords } from '#domain/insight/season-words.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'

/** Returns a function that formats a local day, whatever the device's time zone. */
function useDayWords(): (date: string) => string {
  const intl = useIntl()
  return (date) => intl.formatDate(date, { day: 'numeric', month: 'long', timeZone: 'UTC' })
}

/** What needs to be done at a hive, or at `hives` hives of one apiary, in one sentence. */
export function SeasonSentence({ advice, hives = 1 }: { advice: SeasonAdvice; hives?: number }) {
  return <FormattedMessage {...seasonWords(advice, useDayWords(), hives)} />
}

/** How the sentence was derived, with its figures; nothing for an advice that only a newer server knows. */
export function SeasonHow({ advice }: { advice: SeasonAdvice }) {
  const { id, values } = seasonWords(advice, useDayWords())
  if (id === 'app.unknown') return null
  const how = id === 'season.never' ? 'never' : advice.kind
  return <FormattedMessage id={`season.how.${how}`} values={values} />
}
