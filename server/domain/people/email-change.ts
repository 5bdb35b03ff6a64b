import * as v from 'valibot'
import { Email, MessageReply } from './account.ts'

export const EmailBody = v.object({ email: Email })
/** What became of the mail with a code. `reason`: what the mail server said, where the mail is not there yet or was refused for good. */
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
/** With the six digits that were mailed to the new address. */
export const EmailChangeBody = v.object({ email: Email, code: MailedCode })
export const EmailReply = v.object({ ...MessageReply.entries, userEmail: v.string() })
