import { useSearch } from '@tanstack/react-router'
import { ClaimScreen } from '../../features/hives/controllers/claim-screen.tsx'

/** Registering a transmitter, with the numbers that the address of its label brought along. */
export function RegisterPage() {
  const label = useSearch({ from: '/_signed-in/settings/register' })
  return <ClaimScreen key={`${label.imei} ${label.imsi}`} label={label} />
}
