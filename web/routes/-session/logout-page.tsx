import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { signOut } from '../../features/people/session/sign-out.ts'
import { SignOutScreen } from '../../features/people/session/sign-out-screen.tsx'
import { useOutbox } from '../../offline/outbox.ts'

/** If changes are waiting to be sent: says what would be lost by signing out, and lets the person choose. */
export function LogoutPage() {
  const { waiting: pending } = useOutbox()
  const [waiting] = useState({ waiting: pending.length, fails: pending.some(({ trouble }) => trouble) })
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  const leave = () => {
    setBusy(true)
    void signOut()
      .catch(reportError)
      .then(() => navigate({ to: '/', replace: true }))
  }
  return <SignOutScreen {...waiting} busy={busy} onSure={leave} />
}
