import { AuditScreen } from '../../features/audit/audit-screen.tsx'

export const AuditPage = () => <AuditScreen />
