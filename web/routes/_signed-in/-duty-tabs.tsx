import { Cpu, Users } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { TabLink } from '../../ui/links.ts'

/** In the settings of who looks after others: users, and for administrators the firmware. */
export function DutyTabs({ admin }: { admin: boolean }) {
  return (
    <>
      <TabLink to={admin ? '/a/users' : '/m/users'} icon={Users}>
        <FormattedMessage id="administration-menu.users" />
      </TabLink>
      {admin && (
        <TabLink to="/a/firmware" icon={Cpu}>
          <FormattedMessage id="administration-menu.firmware" />
        </TabLink>
      )}
    </>
  )
}
