import { FleetScreen } from '../../features/fleet/fleet-screen.tsx'

export const FleetPage = () => <FleetScreen />
