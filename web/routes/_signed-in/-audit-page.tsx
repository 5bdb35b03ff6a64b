import { AuditScreen } from '../../features/platform/audit/audit-screen.tsx'

export const AuditPage = () => <AuditScreen />
