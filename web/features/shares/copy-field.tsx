import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { Button } from '../../ui/button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toaster.tsx'

/** A text to take along: to select by hand, or to copy by a press. */
export function CopyField({
  label,
  hint,
  text,
  copy,
  lines = 1,
}: {
  label: ReactNode
  hint?: ReactNode
  text: string
  /** The words on the button. */
  copy: ReactNode
  lines?: number
}) {
  const intl = useIntl()
  const take = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast.success(intl.formatMessage({ id: 'share.copied' }))
    } catch {
      toast.error(intl.formatMessage({ id: 'share.copyFailed' }))
    }
  }
  return (
    <Stack gap={2}>
      {lines === 1 ? (
        <TextField label={label} hint={hint} value={text} readOnly onFocus={(event) => event.target.select()} />
      ) : (
        <TextArea
          label={label}
          hint={hint}
          value={text}
          rows={lines}
          readOnly
          onFocus={(event) => event.target.select()}
        />
      )}
      <Row>
        <Button icon={Copy} onClick={take}>
          {copy}
        </Button>
      </Row>
    </Stack>
  )
}
