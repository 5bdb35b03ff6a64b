import { CalendarCheck, CalendarClock, Droplets, Flower2, type LucideIcon, Scale } from 'lucide-react'
import type { SeasonAdvice } from '#domain/insight/season-advice.ts'
import { needsSomebody } from '#domain/insight/season-urgency.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import { Banner } from '../../../ui/status/banner.tsx'
import { SeasonHow, SeasonSentence } from './season-sentence.tsx'

const icons: Record<SeasonAdvice['kind'], LucideIcon> = {
  supers: Flower2,
  harvest: CalendarCheck,
  feed: Droplets,
  winterFeed: Droplets,
  stores: Droplets,
  lasting: Droplets,
  change: Scale,
  few: CalendarClock,
  old: CalendarClock,
}

/** One hive's advice, how it is computed, and a link to add what is missing for better advice. */
export function SeasonBanner({ advice }: { advice: SeasonAdvice }) {
  return (
    <Banner
      icon={icons[advice.kind]}
      tone={needsSomebody(advice) ? 'loss' : 'neutral'}
      title={<SeasonSentence advice={advice} />}
      actions={
        advice.kind === 'change' && (
          <ButtonLink to="/settings/scales">
            <FormattedMessage id="season.ask" />
          </ButtonLink>
        )
      }
    >
      <Disclosure summary={<FormattedMessage id="season.how" />}>
        <Text>
          <SeasonHow advice={advice} />
        </Text>
      </Disclosure>
    </Banner>
  )
}
