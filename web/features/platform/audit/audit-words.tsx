import { FormattedMessage } from 'react-intl'
import { type AuditedAction, type AuditedSubject, auditedActions, auditedSubjects } from '#domain/platform/audit.ts'

const isAction = (text: string): text is AuditedAction => (auditedActions as readonly string[]).includes(text)
const isSubject = (text: string): text is AuditedSubject => (auditedSubjects as readonly string[]).includes(text)

/** What was done, in words; what a later version wrote as it is. */
export function ActionWords({ action }: { action: string }) {
  const known = action.replace('.', '_')
  return isAction(known) ? <FormattedMessage id={`administration-audit.action.${known}`} /> : action
}

export const SubjectWords = ({ subject }: { subject: string }) =>
  isSubject(subject) ? <FormattedMessage id={`administration-audit.subject.${subject}`} /> : subject
