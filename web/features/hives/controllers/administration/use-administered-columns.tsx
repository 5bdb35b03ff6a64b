import { BatteryLow, CircleX, CloudOff, PackageOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ListedController } from '#domain/hives/administered-controller.ts'
import { FormattedMessage, useIntl } from '../../../../i18n/intl.tsx'
import { Badge } from '../../../../ui/display/badge.tsx'
import type { TableColumn } from '../../../../ui/display/table.tsx'
import { Checkbox } from '../../../../ui/fields/checkbox.tsx'
import { Row } from '../../../../ui/layout/layout.tsx'
import { VisuallyHidden } from '../../../../ui/layout/visually-hidden.tsx'
import { RowLink } from '../../../../ui/navigation/row-link.ts'

const none = '–'

/** A link to a transmitter's page, for those who do not administer it. */
export const controllerLink = ({ id }: ListedController, title: ReactNode) => (
  <RowLink to="/settings/controllers/$controllerId" params={{ controllerId: String(id) }}>
    {title}
  </RowLink>
)

/** The columns of the list of transmitters; with `chosen`, rows can be selected. The server sorts. */
export function useAdministeredColumns(
  chosen: ReadonlySet<number> | undefined,
  onToggle: (controller: ListedController) => void,
): TableColumn<ListedController>[] {
  const intl = useIntl()
  const words = (id: 'choose' | 'owner' | 'software') => intl.formatMessage({ id: `administration-controllers.${id}` })
  const known = (id: 'name' | 'lastUpdate' | 'battery') =>
    intl.formatMessage({ id: `settings-screen.controller.${id}` })
  const columns: TableColumn<ListedController>[] = [
    {
      id: 'name',
      header: known('name'),
      sortBy: ({ name }) => name,
      cell: (controller) => (
        <Row gap={2}>
          {controller.name}
          <Marks controller={controller} />
        </Row>
      ),
    },
    { id: 'imei', header: 'IMEI', sortBy: ({ imei }) => imei, phone: 'hidden', cell: ({ imei }) => imei },
    { id: 'owner', header: words('owner'), phone: 'fact', cell: ({ owner }) => owner?.email ?? none },
    {
      id: 'affiliation',
      header: intl.formatMessage({ id: 'administration-users.affiliation' }),
      phone: 'hidden',
      cell: ({ affiliation }) => affiliation?.name ?? none,
    },
    {
      id: 'lastUpdate',
      header: known('lastUpdate'),
      sortBy: ({ lastUpdate }) => lastUpdate,
      phone: 'fact',
      cell: ({ lastUpdate }) =>
        lastUpdate ? intl.formatDate(lastUpdate, { dateStyle: 'short', timeStyle: 'short' }) : none,
    },
    {
      id: 'battery',
      header: known('battery'),
      align: 'end',
      sortBy: ({ battery }) => battery,
      phone: 'hidden',
      cell: ({ battery }) =>
        battery === null ? none : intl.formatMessage({ id: 'settings-screen.volts' }, { volts: battery }),
    },
    {
      id: 'software',
      header: words('software'),
      phone: 'hidden',
      cell: ({ softwareVersion }) => softwareVersion ?? none,
    },
  ]
  if (!chosen) return columns
  return [
    ...columns,
    {
      id: 'choose',
      header: words('choose'),
      phone: 'action',
      cell: (controller) => (
        <Checkbox
          label={
            <VisuallyHidden>
              <FormattedMessage
                id="administration-controllers.chooseOne"
                values={{ name: controller.name, imei: controller.imei }}
              />
            </VisuallyHidden>
          }
          checked={chosen.has(controller.id)}
          onChange={() => onToggle(controller)}
        />
      ),
    },
  ]
}

function Marks({ controller: { owner, silent, batteryLow, subscriptionState } }: { controller: ListedController }) {
  return (
    <>
      {silent && (
        <Badge tone="alarm" icon={CloudOff}>
          <FormattedMessage id="administration-controllers.state.silent" />
        </Badge>
      )}
      {batteryLow && (
        <Badge tone="loss" icon={BatteryLow}>
          <FormattedMessage id="administration-controllers.state.low" />
        </Badge>
      )}
      {subscriptionState === 'expired' && (
        <Badge tone="alarm" icon={CircleX}>
          <FormattedMessage id="administration-controllers.state.expired" />
        </Badge>
      )}
      {!owner && (
        <Badge icon={PackageOpen}>
          <FormattedMessage id="administration-controllers.state.free" />
        </Badge>
      )}
    </>
  )
}
