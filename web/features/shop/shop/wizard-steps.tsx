import { Link } from '@tanstack/react-router'
import type { CartMode } from '#domain/shop/cart.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Steps } from '../../../ui/navigation/steps.tsx'
import { type ShopStep, stepsOf } from './shop-steps.ts'
import { stepPath } from './step-link.tsx'

/** The current position in the wizard, with links to the steps that may be opened. */
export function WizardSteps({
  mode,
  step: current,
  mayGoTo,
}: {
  mode: CartMode
  step: ShopStep
  mayGoTo: (step: ShopStep) => boolean
}) {
  const intl = useIntl()
  const steps = stepsOf(mode)
  const at = steps.indexOf(current)
  return (
    <Steps
      label={intl.formatMessage({ id: 'shop-wizard.steps' })}
      current={current}
      steps={steps.map((step, index) => ({
        id: step,
        label: <FormattedMessage id={`shop-wizard.step.${step}`} />,
        done: index < at,
        link: mayGoTo(step)
          ? (words) => (
              <Link to={stepPath(mode)} params={{ step }}>
                {words}
              </Link>
            )
          : undefined,
      }))}
    />
  )
}
