import type { ReactNode } from 'react'
import { FormattedMessage } from '../../i18n/intl.tsx'
import { TextArea, TextField } from '../fields/text-field.tsx'
import { Row, Stack } from '../layout/layout.tsx'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import { CopyButton } from './copy-button.tsx'

/** A text to copy, either by selecting it by hand or with a button. */
export function CopyField({
  label,
  hint,
  text,
  copy,
  lines = 1,
  code = false,
}: {
  label: ReactNode
  hint?: ReactNode
  text: string
  /** The button's label. */
  copy?: ReactNode
  lines?: number
  /** Uses a monospaced font and keeps line breaks as they are. */
  code?: boolean
}) {
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
          spellCheck={false}
          {...(code && { wrap: 'off', 'data-code': true })}
          readOnly
          onFocus={(event) => event.target.select()}
        />
      )}
      <Row>
        <CopyButton text={text}>
          {copy ?? (
            <>
              <FormattedMessage id="copy.action" />
              <VisuallyHidden> {label}</VisuallyHidden>
            </>
          )}
        </CopyButton>
      </Row>
    </Stack>
  )
}
