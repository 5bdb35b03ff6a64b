import { FleetScreen } from '../../features/operations/fleet/fleet-screen.tsx'

export const FleetPage = () => <FleetScreen />
