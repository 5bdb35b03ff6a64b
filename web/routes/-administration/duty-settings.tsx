import { Cpu, Users } from 'lucide-react'
import { FormattedMessage } from '../../i18n/intl.tsx'
import { SectionLink } from '../../ui/navigation/navigation-links.ts'
import { SectionGroup } from '../../ui/navigation/section-navigation.tsx'

/** The part of the settings for people who look after others: users, and for administrators the firmware. */
export function DutySettings({ admin }: { admin: boolean }) {
  return (
    <SectionGroup title={<FormattedMessage id="administration-menu.title" />}>
      <SectionLink to={admin ? '/a/users' : '/m/users'} icon={Users}>
        <FormattedMessage id="administration-menu.users" />
      </SectionLink>
      {admin && (
        <SectionLink to="/a/firmware" icon={Cpu}>
          <FormattedMessage id="administration-menu.firmware" />
        </SectionLink>
      )}
    </SectionGroup>
  )
}
