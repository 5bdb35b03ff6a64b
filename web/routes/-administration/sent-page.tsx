import { useSearch } from '@tanstack/react-router'
import { SentScreen } from '../../features/alerts/sent-notifications/sent-screen.tsx'

export function SentPage() {
  const { state } = useSearch({ from: '/_signed-in/a/notifications' })
  return <SentScreen state={state} />
}
