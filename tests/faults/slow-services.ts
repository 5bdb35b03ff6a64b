import { afterEach, beforeEach } from 'vitest'
import { type MailServerForTests, startMailServer } from '../support/services/mail-server.ts'
import { type PushServiceForTests, startPushService } from '../support/services/push-service.ts'

/** Real services are farther away, so all messages in transit would be in doubt. */
const ANSWERS_AFTER_MS = 20

/** A push service and a mail server for each test that are slow to answer; `environment` points a server to them. */
export function slowServicesForEachTest() {
  let push: PushServiceForTests
  let mail: MailServerForTests
  beforeEach(async () => {
    push = await startPushService()
    push.state.answersAfterMs = ANSWERS_AFTER_MS
    mail = await startMailServer({ answersAfterMs: ANSWERS_AFTER_MS })
  })
  afterEach(async () => {
    await push.close()
    await mail.close()
  })
  return {
    get push() {
      return push
    },
    get mail() {
      return mail
    },
    environment: () => ({
      ALLOW_PRIVATE_ENDPOINTS: 'true',
      PUBLIC_URL: 'http://hives.example.org',
      VAPID_SUBJECT: 'mailto:hives@example.org',
      SMTP_URL: mail.url,
    }),
  }
}
