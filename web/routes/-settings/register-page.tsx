import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ClaimScreen } from '../../features/hives/controllers/claim/claim-screen.tsx'

const from = '/_signed-in/settings/register'

/** Registering a transmitter, with the numbers that the address of its label brought along. */
export function RegisterPage() {
  const { scan, ...label } = useSearch({ from })
  const [scans] = useState(scan)
  const navigate = useNavigate({ from: '/settings/register' })
  // a reload, or the way back, does not open the camera again
  useEffect(() => {
    if (scan) void navigate({ search: ({ scan: _, ...others }) => others, replace: true })
  }, [scan, navigate])
  return <ClaimScreen key={`${label.imei} ${label.imsi}`} label={{ ...label, scan: scans }} />
}
