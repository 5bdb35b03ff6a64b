import type { ReactNode } from 'react'
import { CopyButton } from './copy-button.tsx'
import { Row, Stack } from './layout.tsx'
import { TextArea, TextField } from './text-field.tsx'

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
  copy?: ReactNode
  lines?: number
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
          readOnly
          onFocus={(event) => event.target.select()}
        />
      )}
      <Row>
        <CopyButton text={text}>{copy}</CopyButton>
      </Row>
    </Stack>
  )
}
