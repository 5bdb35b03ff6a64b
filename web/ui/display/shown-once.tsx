import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { TextField } from '../fields/text-field.tsx'
import { Stack } from '../layout/layout.tsx'
import { Banner } from '../status/banner.tsx'
import { CopyButton } from './copy-button.tsx'

/** A key, secret or token that is shown only this once and must be copied before going on. */
export function ShownOnce({
  title,
  label,
  hint,
  secret,
  actions,
  children,
}: {
  title: ReactNode
  label: ReactNode
  hint?: ReactNode
  secret: string
  /** Shown beside the copy button. */
  actions?: ReactNode
  /** Content derived from it, shown below. */
  children?: ReactNode
}) {
  return (
    <Banner
      tone="accent"
      icon={KeyRound}
      title={title}
      actions={
        <>
          <CopyButton kind="primary" text={secret} />
          {actions}
        </>
      }
    >
      <Stack gap={3}>
        <TextField label={label} hint={hint} value={secret} readOnly onFocus={(event) => event.target.select()} />
        {children}
      </Stack>
    </Banner>
  )
}
