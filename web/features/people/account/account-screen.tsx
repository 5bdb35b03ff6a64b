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

/** How one gets in, where one is in, and how to leave. */
export function AccountScreen({
  email,
  lacksSecondFactor,
  onChanged,
  onRemoved,
}: {
  email: string
  /** They administer only once a second factor was shown. */
  lacksSecondFactor: boolean
  /** After what changes who somebody is here: the address, or what a session may. */
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
