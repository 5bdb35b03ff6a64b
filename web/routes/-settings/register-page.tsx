import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ClaimScreen } from '../../features/hives/controllers/claim/claim-screen.tsx'

const from = '/_signed-in/settings/register'

/** Registers a transmitter, with the numbers from the address on its label. */
export function RegisterPage() {
  const { scan, ...label } = useSearch({ from })
  const [scans] = useState(scan)
  const navigate = useNavigate({ from: '/settings/register' })
  // reloading or going back must not open the camera again
  useEffect(() => {
    if (scan) void navigate({ search: ({ scan: _, ...others }) => others, replace: true })
  }, [scan, navigate])
  return <ClaimScreen key={`${label.imei} ${label.imsi}`} label={{ ...label, scan: scans }} />
}
