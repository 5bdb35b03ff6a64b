import { ArrowLeft, Cable, Eye, Pencil, RadioTower, Users } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Controller } from '#domain/hives/controller.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Loaded } from '../../../offline/loaded.tsx'
import { Button } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Fill, Row, Stack } from '../../../ui/layout/layout.tsx'
import { Heading } from '../../../ui/layout/text.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import { EmptyState } from '../../../ui/status/empty-state.tsx'
import type { RegionChoice } from './controller-fields.tsx'
import { useController } from './controller-queries.ts'
import { ControllerSheet } from './controller-sheet.tsx'

/** The header of a transmitter's page, and its form. `children` are the parts below, each a `Card`. */
export function ControllerScreen({
  id,
  regions,
  children,
}: {
  id: number
  /** The regions a transmitter may belong to. */
  regions: readonly RegionChoice[]
  children: (controller: Controller) => ReactNode
}) {
  const query = useController(id)
  return (
    <Stack>
      <Row>
        <ButtonLink kind="quiet" icon={ArrowLeft} to="/settings/controllers">
          <FormattedMessage id="controller-screen.all" />
        </ButtonLink>
      </Row>
      <Loaded query={query}>
        {(controller) =>
          controller ? (
            <Stack gap={5}>
              <Head controller={controller} regions={regions} />
              {children(controller)}
            </Stack>
          ) : (
            <EmptyState
              icon={RadioTower}
              title={<FormattedMessage id="controller-screen.unknown" />}
              next={<FormattedMessage id="controller-screen.unknown.next" />}
            />
          )
        }
      </Loaded>
    </Stack>
  )
}

function Head({ controller, regions }: { controller: Controller; regions: readonly RegionChoice[] }) {
  const [editing, edit] = useState(false)
  const { access } = controller
  const mayEdit = access === 'own' || access === 'administered'
  return (
    <>
      <Row align="center">
        <Fill>
          <Heading>{controller.name}</Heading>
        </Fill>
        {access !== 'own' && (
          <Badge icon={access === 'watched' ? Eye : Users}>
            <FormattedMessage
              id={access === 'watched' ? 'settings-screen.controller.watched' : `controller-screen.access.${access}`}
            />
          </Badge>
        )}
        {mayEdit && (
          <Button kind="primary" icon={Pencil} onClick={() => edit(true)}>
            <FormattedMessage id="controller-screen.edit" />
          </Button>
        )}
        {access === 'own' && (
          <ButtonLink
            icon={Cable}
            to="/settings/connect/$controllerId"
            params={{ controllerId: String(controller.id) }}
          >
            <FormattedMessage id="connect.title" />
          </ButtonLink>
        )}
      </Row>
      {mayEdit && (
        <ControllerSheet open={editing} controller={controller} regions={regions} onClose={() => edit(false)} />
      )}
    </>
  )
}
