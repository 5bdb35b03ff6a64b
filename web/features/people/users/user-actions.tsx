import { LogOut, UserRoundCheck, UserRoundCog, UserRoundX } from 'lucide-react'
import { useState } from 'react'
import type { AdministeredUser } from '#domain/people/administered-user.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { toast } from '../../../ui/overlay/toaster.tsx'
import { useChangeState, useSignOutUser } from './user-queries.ts'

/** Deactivates or activates a user, signs them out everywhere, or acts as them. */
export function UserActions({
  user,
  onSwitched,
  onActAs,
}: {
  user: AdministeredUser
  /** Called after switching. The undo is in a toast, which an open sheet would cover. */
  onSwitched: () => void
  onActAs: (userId: number) => Promise<void>
}) {
  const { userId: id, active, admin } = user
  const change = useChangeState()
  const signOut = useSignOutUser(id)
  const [asking, ask] = useState(false)
  const [acting, act] = useState<{ busy: boolean; error?: unknown }>({ busy: false })
  const begin = async () => {
    act({ busy: true })
    try {
      await onActAs(id)
    } catch (error) {
      act({ busy: false, error })
    }
  }
  const toggle = () =>
    change.mutate(
      { id, active: !active },
      {
        onSuccess: ({ words }) => {
          onSwitched()
          toast.success(words, {
            ...(active && {
              action: {
                label: <FormattedMessage id="administration-users.undo" />,
                onPress: () => change.mutate({ id, active: true }),
              },
            }),
          })
        },
      },
    )
  return (
    <Row>
      <Button icon={active ? UserRoundX : UserRoundCheck} busy={change.isPending} onClick={toggle}>
        <FormattedMessage id={active ? 'administration-users.switchOff' : 'administration-users.switchOn'} />
      </Button>
      <Button icon={LogOut} busy={signOut.isPending} onClick={() => signOut.mutate()}>
        <FormattedMessage id="administration-users.signOut" />
      </Button>
      {active && !admin && (
        <Button icon={UserRoundCog} onClick={() => ask(true)}>
          <FormattedMessage id="administration-users.actAs" />
        </Button>
      )}
      <Dialog
        open={asking}
        onClose={() => ask(false)}
        title={<FormattedMessage id="administration-users.actAs.question" values={{ email: user.email }} />}
        confirm={<FormattedMessage id="administration-users.actAs" />}
        onConfirm={() => void begin()}
        busy={acting.busy}
        error={acting.error ? <ErrorWords error={acting.error} /> : undefined}
      >
        <FormattedMessage id="administration-users.actAs.what" />
      </Dialog>
    </Row>
  )
}
