import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Menu, MenuAnchor } from '../../../ui/overlay/menu.tsx'
import type { OutsideLink } from './outside-links.ts'

/** What leads outside, where the bar at the top has no room for it: beside the administration. */
export function OutsideMenu({ links }: { links: readonly OutsideLink[] }) {
  const intl = useIntl()
  return (
    <Menu label={intl.formatMessage({ id: 'app.nav.more' })}>
      {links.map(({ href, icon, label }) => (
        <MenuAnchor key={href} icon={icon} href={href} target="_blank" rel="noreferrer">
          <FormattedMessage id={label} />
        </MenuAnchor>
      ))}
    </Menu>
  )
}
