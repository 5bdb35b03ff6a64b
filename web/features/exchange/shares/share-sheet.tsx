import { useId, useState } from 'react'
import type { Share } from '#domain/exchange/share.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyField } from '../../../ui/display/copy-field.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import { Sheet } from '../../../ui/overlay/sheet.tsx'
import { type ShareableScale, ShareForm, type ShownView } from './share-form.tsx'
import { ShareLinks } from './share-links.tsx'
import { useAddShare } from './share-queries.ts'

/** Creates a link to what the screen shows. */
export function ShareSheet({
  open,
  scales,
  shown,
  onClose,
}: {
  open: boolean
  scales: readonly ShareableScale[]
  shown: ShownView
  onClose: () => void
}) {
  const form = useId()
  const add = useAddShare()
  const [made, setMade] = useState<Share>()
  const close = () => {
    setMade(undefined)
    add.reset()
    onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={close}
      gloved
      title={<FormattedMessage id={made ? 'share.made' : 'share.new'} />}
      footer={
        made ? (
          <>
            <Button kind="primary" wide onClick={close}>
              <FormattedMessage id="share.done" />
            </Button>
            <ButtonLink to="/settings/sharing" wide>
              <FormattedMessage id="share.all" />
            </ButtonLink>
          </>
        ) : (
          scales.length > 0 && (
            <Button kind="primary" type="submit" form={form} wide busy={add.isPending}>
              <FormattedMessage id="share.make" />
            </Button>
          )
        )
      }
    >
      {made ? (
        <ShareLinks share={made} />
      ) : (
        <Stack gap={8}>
          {scales.length > 0 ? (
            <ShareForm
              id={form}
              scales={scales}
              shown={shown}
              error={add.error}
              onSubmit={(body) => add.mutate(body, { onSuccess: setMade })}
            />
          ) : (
            <Text>
              <FormattedMessage id="share.noOwnScales" />
            </Text>
          )}
          <CopyField
            label={<FormattedMessage id="share.viewLink" />}
            hint={<FormattedMessage id="share.viewLink.hint" />}
            text={shown.link}
            copy={<FormattedMessage id="share.copyViewLink" />}
          />
        </Stack>
      )}
    </Sheet>
  )
}
