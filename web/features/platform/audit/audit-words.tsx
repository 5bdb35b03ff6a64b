import { type AuditedAction, type AuditedSubject, auditedActions, auditedSubjects } from '#domain/platform/audit.ts'
import type { MessageId } from '../../../../locales/message-id.ts'
import type { IntlShape } from '../../../i18n/create-intl.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'

const isAction = (text: string): text is AuditedAction => (auditedActions as readonly string[]).includes(text)
const isSubject = (text: string): text is AuditedSubject => (auditedSubjects as readonly string[]).includes(text)

/** What was done, in words; an action from a later version is shown as such. */
export function ActionWords({ action }: { action: string }) {
  const known = action.replace('.', '_')
  return isAction(known) ? (
    <FormattedMessage id={`administration-audit.action.${known}`} />
  ) : (
    <FormattedMessage id="app.unknown" />
  )
}

export const SubjectWords = ({ subject }: { subject: string }) =>
  isSubject(subject) ? (
    <FormattedMessage id={`administration-audit.subject.${subject}`} />
  ) : (
    <FormattedMessage id="app.unknown" />
  )

/** Returns the label of a field of a request or a column; an unknown field is shown as it is. */
export function fieldName({ formatMessage, messages }: IntlShape, field: string): string {
  const name = field.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  const id = [`field.${name}`, `administration-variables.name.${name}`].find((one) => Object.hasOwn(messages, one))
  return id === undefined ? field : formatMessage({ id: id as MessageId })
}
