import type { NextStep } from '../../features/hives/hive/next-step.ts'
import { type NextStepOfHive, NextStepWords } from '../../features/hives/hive/next-step-words.tsx'
import { SeasonBanner } from '../../features/insight/season/season-banner.tsx'
import { RenewLink } from '../../features/shop/subscriptions/renew-link.tsx'
import { FormattedMessage } from '../../i18n/intl.tsx'
import { ButtonLink } from '../../ui/navigation/links.ts'

/** The next step at a hive, with a link to it. */
export function NextStepPart({ step, controllerId }: { step: NextStep; controllerId: number }) {
  if (step.kind === 'season') return <SeasonBanner advice={step.advice} />
  return <NextStepWords step={step} actions={<Way step={step} controllerId={controllerId} />} />
}

function Way({ step, controllerId }: { step: NextStepOfHive; controllerId: number }) {
  switch (step.kind) {
    case 'alarm':
      return (
        <ButtonLink
          from="/scaleoverview/$expand/$scaleId"
          to="/scaleoverview/$expand/$scaleId"
          search={{ alarm: step.alarm.id }}
          replace
        >
          <FormattedMessage id="hive.next.show" />
        </ButtonLink>
      )
    case 'expired':
    case 'expiring':
      return <RenewLink controllerId={controllerId} />
    case 'silent':
    case 'battery':
      return (
        <ButtonLink to="/settings/controllers/$controllerId" params={{ controllerId: String(controllerId) }}>
          <FormattedMessage id="hive.transmitter" />
        </ButtonLink>
      )
  }
}
