import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { TextField } from '../fields/text-field.tsx'
import { Stack } from '../layout/layout.tsx'
import { Banner } from '../status/banner.tsx'
import { CopyButton } from './copy-button.tsx'

/** A key, a secret or a token that is shown this once: it has to be copied before one goes on. */
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
  /** Beside the button that copies it. */
  actions?: ReactNode
  /** What is made of it, below. */
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
