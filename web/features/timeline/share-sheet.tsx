import { Copy, Share2 } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Button } from '../../ui/button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Text } from '../../ui/text.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toaster.tsx'

/** The address of this view, to copy or to hand to another app. It opens for whoever may see these scales. */
export function ShareSheet({ open, onClose, link }: { open: boolean; onClose: () => void; link: string }) {
  const intl = useIntl()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      toast.success(intl.formatMessage({ id: 'timeline.copied' }))
    } catch {
      toast.error(intl.formatMessage({ id: 'timeline.copyFailed' }))
    }
  }
  const share = async () => {
    try {
      await navigator.share({ url: link, title: intl.formatMessage({ id: 'timeline.title' }) })
      onClose()
    } catch (error) {
      // the person changed their mind
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copy()
    }
  }
  return (
    <Sheet open={open} onClose={onClose} title={<FormattedMessage id="timeline.share" />}>
      <Stack>
        <Text>
          <FormattedMessage id="timeline.shareHint" />
        </Text>
        <TextField
          label={<FormattedMessage id="timeline.link" />}
          value={link}
          readOnly
          onFocus={(event) => event.target.select()}
        />
        <Row>
          <Button kind="primary" icon={Copy} onClick={copy}>
            <FormattedMessage id="timeline.copy" />
          </Button>
          {'share' in navigator && (
            <Button icon={Share2} onClick={share}>
              <FormattedMessage id="timeline.shareWith" />
            </Button>
          )}
        </Row>
      </Stack>
    </Sheet>
  )
}
