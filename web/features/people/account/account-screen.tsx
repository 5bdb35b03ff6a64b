import { OwnHand } from '../../../ui/form/own-hand.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { CodesPart } from './codes-part.tsx'
import { EmailPart } from './email-part.tsx'
import { ExportPart } from './export-part.tsx'
import { PasskeysPart } from './passkeys-part.tsx'
import { PasswordPart } from './password-part.tsx'
import { RemovalPart } from './removal-part.tsx'
import { SessionsPart } from './sessions-part.tsx'
import { TokensPart } from './tokens-part.tsx'

/** The account's ways to sign in, its sessions, and how to delete it. */
export function AccountScreen({
  email,
  lacksSecondFactor,
  onChanged,
  onRemoved,
}: {
  email: string
  /** Whether an administrator still needs a second factor before administering. */
  lacksSecondFactor: boolean
  /** Called after a change to the user's identity here: the address, or what the session may do. */
  onChanged: () => void
  onRemoved: () => void
}) {
  return (
    <OwnHand>
      <Stack gap={8}>
        <EmailPart email={email} onChanged={onChanged} />
        <PasswordPart email={email} />
        <PasskeysPart lacksSecondFactor={lacksSecondFactor} onFactorShown={onChanged} />
        <CodesPart onTurnedOn={onChanged} />
        <SessionsPart />
        <TokensPart />
        <ExportPart />
        <RemovalPart onRemoved={onRemoved} />
      </Stack>
    </OwnHand>
  )
}
