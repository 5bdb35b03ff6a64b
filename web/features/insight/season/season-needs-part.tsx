import type { SeasonAdvice } from '#domain/insight/season-advice.ts'
import { needsOf, type SeasonNeed } from '#domain/insight/season-needs.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import { SeasonHow, SeasonSentence } from './season-sentence.tsx'

const NAMED = 2

/** What needs to be done at an apiary: the most urgent in view, the rest and how it is all computed on request. Nothing if there is nothing to do. */
export function SeasonNeedsPart({
  advices,
  nameOf,
  controllerId,
}: {
  /** The advice for this apiary's hives. */
  advices: readonly SeasonAdvice[]
  nameOf: (scaleId: number) => string
  controllerId: number
}) {
  const [first, ...others] = needsOf(advices)
  if (!first) return null
  const more = ({ lead, scaleIds }: SeasonNeed) => (
    <>
      <Text>
        <SeasonHow advice={lead} />
      </Text>
      <Row gap={2}>
        {scaleIds.map((scaleId) => (
          <ButtonLink
            key={scaleId}
            kind="quiet"
            to="/scaleoverview/$expand/$scaleId"
            params={{ expand: String(controllerId), scaleId: String(scaleId) }}
          >
            {nameOf(scaleId)}
          </ButtonLink>
        ))}
      </Row>
    </>
  )
  return (
    <Disclosure summary={<Need need={first} nameOf={nameOf} />}>
      <Stack gap={2}>
        {more(first)}
        {others.map((need) => (
          <div key={need.lead.kind}>
            <Need need={need} nameOf={nameOf} />
            {more(need)}
          </div>
        ))}
      </Stack>
    </Disclosure>
  )
}

/** The sentence, and the hives it is about. */
function Need({ need: { lead, scaleIds }, nameOf }: { need: SeasonNeed; nameOf: (scaleId: number) => string }) {
  const intl = useIntl()
  const names = intl.formatList(scaleIds.slice(0, NAMED).map(nameOf), { type: 'unit', style: 'short' })
  return (
    <span>
      <SeasonSentence advice={lead} hives={scaleIds.length} />{' '}
      <Text as="span" tone="neutral">
        <FormattedMessage id="season.hives" values={{ names, more: Math.max(0, scaleIds.length - NAMED) }} />
      </Text>
    </span>
  )
}
