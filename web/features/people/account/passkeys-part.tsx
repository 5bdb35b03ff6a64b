import { useMutation, useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { Passkey } from '#domain/people/passkey.ts'
import { PasskeyCancelled, passkeysAvailable } from '../../../api/passkey.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Loaded } from '../../../offline/loaded.tsx'
import { Button } from '../../../ui/button.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import { Refusal } from '../../../ui/status/refusal.tsx'
import { passkeysQuery, useAddPasskey, useRemovePasskey } from './account-queries.ts'
import { asksWhoThisIs, ConfirmSheet, confirmByPasskey } from './confirm-sheet.tsx'
import { Part } from './part.tsx'
import { PasskeySheet } from './passkey-sheet.tsx'
import { PasskeyTable } from './passkey-table.tsx'

/** The account's passkeys, with a button to add one for this device. */
export function PasskeysPart({
  lacksSecondFactor,
  onFactorShown,
}: {
  lacksSecondFactor: boolean
  onFactorShown: () => void
}) {
  const passkeys = useQuery(passkeysQuery)
  const add = useAddPasskey()
  const use = useMutation({ mutationFn: confirmByPasskey, onSuccess: onFactorShown, meta: { tellsItself: true } })
  const addPasskey = () => add.mutate(undefined, { onSuccess: onFactorShown })
  const remove = useRemovePasskey()
  const [renaming, setRenaming] = useState<Passkey>()
  const [leaving, setLeaving] = useState<Passkey>()
  const available = passkeysAvailable()
  const addOne = (
    <Button icon={KeyRound} busy={add.isPending} onClick={addPasskey}>
      <FormattedMessage id="account.passkey.add" />
    </Button>
  )
  return (
    <Part title={<FormattedMessage id="account.passkeys" />} why={<FormattedMessage id="account.passkeys.why" />}>
      {!available && <Banner title={<FormattedMessage id="account.passkeys.unavailable" />} />}
      {add.error &&
        !asksWhoThisIs(add.error) &&
        (add.error instanceof PasskeyCancelled ? (
          <Banner title={<FormattedMessage id="account.passkey.cancelled" />} />
        ) : (
          <Refusal title={<ErrorWords error={add.error} />} />
        ))}
      {use.error && !(use.error instanceof PasskeyCancelled) && <Refusal title={<ErrorWords error={use.error} />} />}
      <Loaded query={passkeys}>
        {(list) => (
          <Stack>
            {(list.length > 0 || available) && (
              <PasskeyTable passkeys={list} add={addOne} onRename={setRenaming} onRemove={setLeaving} />
            )}
            {available && list.length > 0 && (
              <Row>
                {lacksSecondFactor && (
                  <Button kind="primary" icon={KeyRound} busy={use.isPending} onClick={() => use.mutate()}>
                    <FormattedMessage id="session.passkey" />
                  </Button>
                )}
                {addOne}
              </Row>
            )}
          </Stack>
        )}
      </Loaded>
      <ConfirmSheet open={asksWhoThisIs(add.error)} onClose={() => add.reset()} onConfirmed={addPasskey} />
      <PasskeySheet passkey={renaming} onClose={() => setRenaming(undefined)} />
      <Dialog
        open={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        danger
        title={<FormattedMessage id="account.passkey.remove.question" values={{ name: leaving?.name ?? '' }} />}
        confirm={<FormattedMessage id="account.passkey.remove" />}
        onConfirm={() => {
          if (leaving) remove.mutate(leaving.id)
          setLeaving(undefined)
        }}
      >
        <FormattedMessage id="account.passkey.remove.next" />
      </Dialog>
    </Part>
  )
}
