import * as v from 'valibot'
import { Email, MessageReply } from './account.ts'

export const EmailBody = v.object({ email: Email })
/** The state of the mail with a code. `reason`: the mail server's answer, if the mail has not been delivered yet or was refused for good. */
export const CodeMailReply = v.object({
  state: v.picklist(['none', 'due', 'sent', 'refused']),
  reason: v.nullable(v.string()),
})
export type CodeMailReply = v.InferOutput<typeof CodeMailReply>
const MailedCode = v.pipe(
  v.string(),
  v.transform((text) => text.replace(/\s/g, '')),
  v.regex(/^\d{6}$/),
)
/** `code`: the six digits that were mailed to the new address. */
export const EmailChangeBody = v.object({ email: Email, code: MailedCode })
export const EmailReply = v.object({ ...MessageReply.entries, userEmail: v.string() })
