import { Navigate } from '@tanstack/react-router'

/** Redirects people who look after others and have no hives to their tasks for today. */
export const DutyLanding = ({ admin }: { admin: boolean }) => <Navigate to={admin ? '/a' : '/m'} replace />
