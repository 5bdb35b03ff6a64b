import { ExternalLink, RotateCcw } from 'lucide-react'
import { useId } from 'react'
import type { AdministeredController } from '#domain/hives/administered-controller.ts'
import type { Affiliation } from '#domain/people/affiliation.ts'
import { FormattedMessage, useIntl } from '../../../../i18n/intl.tsx'
import { Loaded } from '../../../../offline/loaded.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Row, Stack } from '../../../../ui/layout/layout.tsx'
import { Text } from '../../../../ui/layout/text.tsx'
import { ButtonLink } from '../../../../ui/navigation/links.ts'
import { Sheet } from '../../../../ui/overlay/sheet.tsx'
import { SheetActions } from '../../../../ui/overlay/sheet-actions.tsx'
import type { RegionChoice } from '../controller-fields.tsx'
import { AdministeredForm } from './administered-form.tsx'
import { useAdministered, useIsSaving, useResetCount } from './administered-queries.ts'
import { ReleaseController } from './release-controller.tsx'

/** Everything about one transmitter, for administrators. */
export function AdministeredSheet({
  id,
  regions,
  affiliations,
  onClose,
  onSaved,
}: {
  id: number | undefined
  regions: readonly RegionChoice[]
  affiliations: readonly Affiliation[]
  onClose: () => void
  onSaved: () => void
}) {
  const query = useAdministered(id)
  const form = useId()
  const isSaving = useIsSaving()
  return (
    <Sheet
      open={id !== undefined}
      onClose={onClose}
      title={query.data?.name ?? <FormattedMessage id="administration-controllers.one" />}
      footer={query.data && <SheetActions form={form} busy={isSaving} onCancel={onClose} />}
    >
      <Loaded query={query}>
        {(controller) => (
          <Stack gap={6}>
            <Stack>
              <Row>
                <ButtonLink
                  icon={ExternalLink}
                  to="/settings/controllers/$controllerId"
                  params={{ controllerId: String(controller.id) }}
                >
                  <FormattedMessage id="administration-controllers.page" />
                </ButtonLink>
              </Row>
              <Count controller={controller} />
            </Stack>
            <AdministeredForm
              key={controller.id}
              id={form}
              controller={controller}
              regions={regions}
              affiliations={affiliations}
              onSaved={onSaved}
            />
            <ReleaseController controller={controller} onReleased={onClose} />
          </Stack>
        )}
      </Loaded>
    </Sheet>
  )
}

/** How many notifications are left, and a button to restore the full number. */
function Count({ controller }: { controller: AdministeredController }) {
  const intl = useIntl()
  const reset = useResetCount(controller.id)
  const { lastReset, remainingNotifications: count } = controller
  return (
    <Row align="center">
      <Text>
        <FormattedMessage id="administration-controllers.count" values={{ count }} />{' '}
        {lastReset && (
          <FormattedMessage
            id="administration-controllers.lastReset"
            values={{ time: intl.formatDate(lastReset, { dateStyle: 'medium' }) }}
          />
        )}
      </Text>
      <Button icon={RotateCcw} busy={reset.isPending} onClick={() => reset.mutate()}>
        <FormattedMessage id="administration-controllers.reset" />
      </Button>
    </Row>
  )
}
