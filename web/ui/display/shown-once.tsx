import { KeyRound } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { TextField } from '../fields/text-field.tsx'
import { Stack } from '../layout/layout.tsx'
import { Banner } from '../status/banner.tsx'
import { CopyButton } from './copy-button.tsx'

/** A key, secret or token that is shown only this once and must be copied before going on. It gets the focus if it replaces the button that made it. */
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
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.focus()
  }, [])
  return (
    <div ref={place} tabIndex={-1}>
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
    </div>
  )
}
