import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Share } from '#domain/exchange/share.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Facts } from '../../../ui/display/facts.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { Sheet } from '../../../ui/overlay/sheet.tsx'
import { ShareLinks } from './share-links.tsx'
import { useRemoveShare } from './share-queries.ts'
import { Timeframe } from './timeframe.tsx'

/** One share: what it shows, its link, and a button to revoke it. */
export function ShareDetails({
  share,
  nameOf,
  onClose,
}: {
  /** Undefined: closed. */
  share: Share | undefined
  nameOf: (scaleId: number) => string
  onClose: () => void
}) {
  const intl = useIntl()
  const remove = useRemoveShare()
  const [asking, ask] = useState(false)
  const stop = () => {
    ask(false)
    remove.reset()
  }
  return (
    <>
      <Sheet
        open={share !== undefined}
        onClose={onClose}
        title={share?.description || <FormattedMessage id="share.one" />}
        footer={
          <Button kind="danger" icon={Trash2} wide onClick={() => ask(true)}>
            <FormattedMessage id="share.remove" />
          </Button>
        }
      >
        {share && (
          <Stack gap={5}>
            <Facts
              facts={[
                {
                  id: 'type',
                  name: <FormattedMessage id="share.type" />,
                  value: <FormattedMessage id={`share.type.${share.type}`} />,
                },
                {
                  id: 'timeframe',
                  name: <FormattedMessage id="share.timeframe" />,
                  value: <Timeframe {...share} />,
                },
                {
                  id: 'scales',
                  name: <FormattedMessage id="share.scales" />,
                  value: share.scales.map(nameOf).join(', ') || '–',
                },
                {
                  id: 'issued',
                  name: <FormattedMessage id="share.issued" />,
                  value: intl.formatDate(share.issuedAt, { dateStyle: 'long' }),
                },
              ]}
            />
            <ShareLinks share={share} />
          </Stack>
        )}
      </Sheet>
      <Dialog
        open={asking}
        onClose={stop}
        danger
        title={<FormattedMessage id="share.remove.question" />}
        confirm={<FormattedMessage id="share.remove" />}
        busy={remove.isPending}
        error={remove.error && <ErrorWords error={remove.error} />}
        onConfirm={() => {
          if (!share) return
          remove.mutate(share.id, {
            onSuccess: () => {
              stop()
              onClose()
            },
          })
        }}
      >
        <FormattedMessage id="share.remove.consequence" />
      </Dialog>
    </>
  )
}
