import { useId } from 'react'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Loaded } from '../../../offline/loaded.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Heading } from '../../../ui/layout/text.tsx'
import { Sheet } from '../../../ui/overlay/sheet.tsx'
import { SheetActions } from '../../../ui/overlay/sheet-actions.tsx'
import { UserActions } from './user-actions.tsx'
import { UserFacts } from './user-facts.tsx'
import { UserForm } from './user-form.tsx'
import { useIsSaving, useUser } from './user-queries.ts'

/** Everything about one user, with actions. */
export function UserSheet({
  id,
  onClose,
  onActAs,
}: {
  id: number | undefined
  onClose: () => void
  onActAs: (userId: number) => Promise<void>
}) {
  const query = useUser(id)
  const form = useId()
  const isSaving = useIsSaving()
  return (
    <Sheet
      open={id !== undefined}
      onClose={onClose}
      title={query.data?.email ?? <FormattedMessage id="administration-users.user" />}
      footer={query.data && <SheetActions form={form} busy={isSaving} onCancel={onClose} />}
    >
      <Loaded query={query}>
        {(user) => (
          <Stack gap={6}>
            <UserFacts user={user} />
            <UserActions user={user} onSwitched={onClose} onActAs={onActAs} />
            <Stack>
              <Heading level={3}>
                <FormattedMessage id="administration-users.edit" />
              </Heading>
              <UserForm key={user.userId} id={form} user={user} onSaved={onClose} />
            </Stack>
          </Stack>
        )}
      </Loaded>
    </Sheet>
  )
}
