import { Unlink } from 'lucide-react'
import { useState } from 'react'
import type { AdministeredController } from '#domain/hives/administered-controller.ts'
import { ErrorWords } from '../../../../i18n/error-words.tsx'
import { FormattedMessage } from '../../../../i18n/intl.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/overlay/dialog.tsx'
import { useRelease } from './administered-queries.ts'

/** Takes a transmitter from its owner; asks for confirmation, since its readings are deleted. */
export function ReleaseController({
  controller: { id, name, owner, affiliation },
  onReleased,
}: {
  controller: AdministeredController
  onReleased: () => void
}) {
  const release = useRelease(id)
  const [asking, ask] = useState(false)
  const close = () => {
    release.reset()
    ask(false)
  }
  if (!owner) return null
  return (
    <>
      <Button kind="danger" icon={Unlink} onClick={() => ask(true)}>
        <FormattedMessage id="administration-controllers.release" />
      </Button>
      <Dialog
        open={asking}
        onClose={close}
        danger
        title={
          <FormattedMessage id="administration-controllers.release.question" values={{ name, email: owner.email }} />
        }
        confirm={<FormattedMessage id="administration-controllers.release" />}
        busy={release.isPending}
        error={release.error && <ErrorWords error={release.error} />}
        onConfirm={() => release.mutate(undefined, { onSuccess: onReleased })}
      >
        <FormattedMessage id="administration-controllers.release.what" />
        {affiliation && (
          <>
            {' '}
            <FormattedMessage id="administration-controllers.release.affiliation" values={{ name: affiliation.name }} />
          </>
        )}
      </Dialog>
    </>
  )
}
