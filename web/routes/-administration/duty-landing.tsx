import { Navigate } from '@tanstack/react-router'

/** Leads who looks after others, and has no hives, to what is to be done today. */
export const DutyLanding = ({ admin }: { admin: boolean }) => <Navigate to={admin ? '/a' : '/m'} replace />
