import { Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { VisuallyHidden } from '../../../ui/layout/visually-hidden.tsx'
import styles from './setup.module.css'
import { firstStep, type SetupStep, type SetupStepId } from './setup-steps.ts'

/**
 * The steps as a list, with the next one open. A step completed here stays open to show its result, and the next
 * one opens below. `wanted`: the part of the address that says where to begin.
 */
export function SetupList({
  steps,
  isCurrent,
  wanted,
  children,
}: {
  steps: readonly SetupStep[]
  /** Whether the steps show the current state rather than that of the last visit. */
  isCurrent: boolean
  wanted: string
  children: (id: SetupStepId) => ReactNode
}) {
  const intl = useIntl()
  const next = firstStep(steps, wanted)
  const [{ opened, wasCurrent }, setOpened] = useState({ opened: [] as SetupStepId[], wasCurrent: false })
  if ((next && !opened.includes(next)) || (isCurrent && !wasCurrent)) {
    const kept = wasCurrent ? opened : []
    setOpened({ opened: next && !kept.includes(next) ? [...kept, next] : kept, wasCurrent: wasCurrent || isCurrent })
  }
  return (
    <ol className={styles.steps}>
      {steps.map(({ id, done }, at) => (
        <li key={id}>
          <Disclosure
            defaultOpen={opened.includes(id)}
            summary={
              <>
                <span className={styles.mark} data-done={done} aria-hidden="true">
                  {done ? <Icon of={Check} size={16} /> : intl.formatNumber(at + 1)}
                </span>
                <h2 className={styles.title}>
                  <FormattedMessage id={`setup.${id}`} />
                  {done && (
                    <VisuallyHidden>
                      {' '}
                      <FormattedMessage id="setup.isDone" />
                    </VisuallyHidden>
                  )}
                </h2>
              </>
            }
          >
            {children(id)}
          </Disclosure>
        </li>
      ))}
    </ol>
  )
}
