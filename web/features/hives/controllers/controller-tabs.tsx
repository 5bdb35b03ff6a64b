import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { TabLink } from '../../../ui/navigation/navigation-links.ts'
import { TabLinks } from '../../../ui/navigation/tabs.tsx'
import type { ControllerPart } from './controller-search.ts'

/** Whether a tab is active depends on its part alone, whatever else is in the address, such as a language. */
const active = { explicitUndefined: true }

/** Tabs for a transmitter's state and its other parts, each with its own address. */
export function ControllerTabs({ id, parts }: { id: number; parts: readonly ControllerPart[] }) {
  const intl = useIntl()
  const target = { to: '/settings/controllers/$controllerId', params: { controllerId: String(id) } } as const
  return (
    <TabLinks label={intl.formatMessage({ id: 'controller-screen.parts' })}>
      <TabLink {...target} search={{ part: undefined }} activeOptions={active} replace>
        <FormattedMessage id="controller-screen.part.state" />
      </TabLink>
      {parts.map((part) => (
        <TabLink key={part} {...target} search={{ part }} activeOptions={active} replace>
          <FormattedMessage id={`controller-screen.part.${part}`} />
        </TabLink>
      ))}
    </TabLinks>
  )
}
