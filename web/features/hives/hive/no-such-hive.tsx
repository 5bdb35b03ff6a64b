import { LayoutDashboard, Scale as ScaleIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Scale } from '#domain/hives/scale.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Page, Row } from '../../../ui/layout/layout.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import { EmptyState } from '../../../ui/status/empty-state.tsx'

/** Shown if the address names a hive that this account cannot see, or one that is now on another transmitter. */
export function NoSuchHive({
  moved,
  pushed,
}: {
  moved: Pick<Scale, 'id' | 'controllerId' | 'name'> | undefined
  /** What the notification that led here said. */
  pushed: ReactNode
}) {
  return (
    <Page title={<FormattedMessage id="hive.title" />}>
      {pushed}
      <EmptyState
        icon={ScaleIcon}
        title={<FormattedMessage id={moved ? 'hive.moved' : 'hive.gone'} values={{ name: moved?.name }} />}
        next={<FormattedMessage id={moved ? 'hive.movedNext' : 'hive.goneNext'} />}
        action={
          <Row justify="center">
            {moved && (
              <ButtonLink
                kind="primary"
                to="/scaleoverview/$expand/$scaleId"
                params={{ expand: String(moved.controllerId), scaleId: String(moved.id) }}
              >
                {moved.name}
              </ButtonLink>
            )}
            <ButtonLink icon={LayoutDashboard} to="/dashboard">
              <FormattedMessage id="app.nav.dashboard" />
            </ButtonLink>
          </Row>
        }
      />
    </Page>
  )
}
