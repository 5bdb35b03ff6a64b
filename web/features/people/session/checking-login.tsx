import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Spinner } from '../../../ui/status/spinner.tsx'
import { isSignedIn, session } from './session-state.ts'
import { signInReason } from './sign-in-reason.ts'

const STUCK_AFTER_MS = 5000

/** Shown while the server is asked who is signed in, with a way out if that takes long, and after that until the screen is loaded. */
export function CheckingLogin() {
  const [stuck, setStuck] = useState(false)
  const { asking } = useSnapshot(signInReason)
  const { phase } = useSnapshot(session)
  useEffect(() => {
    const timer = setTimeout(() => setStuck(true), STUCK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  // signing in again would not load the screen any sooner
  if (isSignedIn(phase)) return <Spinner size={200} />
  return (
    <Stack align="center">
      <Spinner size={200}>
        <FormattedMessage id={asking ? 'session.checking.again' : 'session.checking'} />
      </Spinner>
      {stuck && (
        <Text>
          <FormattedMessage id="session.stuck" values={{ a: (words) => <a href="/logout">{words}</a> }} />
        </Text>
      )}
    </Stack>
  )
}
