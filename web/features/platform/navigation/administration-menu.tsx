import { Wrench } from 'lucide-react'
import { appSettings } from '../../../app-settings.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Heading } from '../../../ui/layout/text.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import { MenuLink } from '../../../ui/navigation/navigation-links.ts'
import { Menu, MenuAnchor } from '../../../ui/overlay/menu.tsx'
import { administrationEntries, type Duty } from './administration-entries.ts'
import type { OutsideLink } from './outside-links.ts'

/** In the top bar: the menu of administrators or managers, and the outside links, which then no longer fit in the bar. */
export function AdministrationMenu({ duty, outside }: { duty: Duty; outside: readonly OutsideLink[] }) {
  const intl = useIntl()
  const title = intl.formatMessage({ id: 'administration-menu.title' })
  return (
    <>
      <Menu label={title} icon={Wrench} words={title}>
        {administrationEntries(duty, appSettings.variant).map(({ to, icon, label }) => (
          <MenuLink key={to} to={to} icon={icon} activeOptions={{ exact: true, includeSearch: false }}>
            <FormattedMessage id={label} />
          </MenuLink>
        ))}
      </Menu>
      {outside.length > 0 && (
        <Menu label={intl.formatMessage({ id: 'app.nav.more' })}>
          {outside.map(({ href, icon, label }) => (
            <MenuAnchor key={href} icon={icon} href={href} target="_blank" rel="noreferrer">
              <FormattedMessage id={label} />
            </MenuAnchor>
          ))}
        </Menu>
      )}
    </>
  )
}

/** The same entries in the sheet on a phone. */
export function AdministrationLinks({ duty, onFollow }: { duty: Duty; onFollow: () => void }) {
  return (
    <Stack gap={3}>
      <Heading level={3}>
        <FormattedMessage id="administration-menu.title" />
      </Heading>
      {administrationEntries(duty, appSettings.variant).map(({ to, icon, label }) => (
        <ButtonLink key={to} wide icon={icon} to={to} onClick={onFollow}>
          <FormattedMessage id={label} />
        </ButtonLink>
      ))}
    </Stack>
  )
}
