import { Stack } from '../../ui/layout.tsx'
import { ExportPart } from './export-part.tsx'
import { PasskeysPart } from './passkeys-part.tsx'
import { PasswordPart } from './password-part.tsx'
import { RemovalPart } from './removal-part.tsx'
import { SessionsPart } from './sessions-part.tsx'

/** How one gets in, where one is in, and how to leave. */
export function AccountScreen({ email, onRemoved }: { email: string; onRemoved: () => void }) {
  return (
    <Stack gap={8}>
      <PasswordPart email={email} />
      <PasskeysPart />
      <SessionsPart />
      <ExportPart />
      <RemovalPart onRemoved={onRemoved} />
    </Stack>
  )
}
