import type { ChannelType } from '#domain/notification.ts'
import type { Troubles } from '#domain/trouble.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Jobs } from '../jobs/job-runner.ts'
import type { IntervalPushes } from '../lora-devices/push-interval.ts'
import type { DiskWatch } from '../operations/disk-watch.ts'
import type { Breakers } from '../platform/breaker.ts'
import type { WatchedClock } from '../platform/clock.ts'
import type { Loops } from '../platform/each-by-itself.ts'
import type { Events } from '../platform/events.ts'
import type { Ftp } from '../platform/ftp.ts'
import type { Ids } from '../platform/ids.ts'
import type { Logger } from '../platform/logger.ts'
import type { Mailer } from '../platform/mailer.ts'
import type { Passwords } from '../platform/passwords.ts'
import type { PaymentService } from '../platform/payment.ts'
import type { SafeFetch } from '../platform/safe-fetch.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import type { SmsGateway } from '../platform/sms.ts'
import type { WeatherService } from '../platform/weather-service.ts'
import type { PushService } from '../platform/web-push.ts'
import type { FieldFaults } from '../readings/field-faults.ts'
import type { IngestLoop } from '../readings/ingest-loop.ts'
import type { KeyBudgets } from '../readings/key-budgets.ts'
import type { Listening } from '../readings/listening.ts'
import type { Refusals } from '../readings/refusals.ts'
import type { RefusedTimes } from '../readings/refused-times.ts'
import type { SetAsideReports } from '../set-aside/report-set-aside.ts'

/** What the app is built from; tests put in their own. */
export type Deps = {
  config: Config
  database: Database
  clock: WatchedClock
  ids: Ids
  logger: Logger
  events: Events
  mailer: Mailer
  passwords: Passwords
  push: PushService
  sms: SmsGateway
  secrets: SecretBox
  /** For web addresses that users name, plain http too. */
  safeFetch: SafeFetch
  ftp: Ftp
  weather: WeatherService
  payment: PaymentService
  /** Of each way on which something is sent; the one mail server is `gateway` of `email`. */
  breakers: Record<ChannelType | 'forwarding', Breakers>
  ingest: IngestLoop
  /** When this server took in what came. */
  listening: Listening
  refusedTimes: RefusedTimes
  /** What transmitters send that cannot be. */
  fieldFaults: FieldFaults
  /** Why requests of transmitters were refused. */
  refusals: Refusals
  /** LoRaWAN devices that are to be told a new update interval. */
  intervalPushes: IntervalPushes
  /** What each device key may send. */
  keyBudgets: KeyBudgets
  jobs: Jobs
  /** What is wrong with the server itself, for administrators. */
  troubles: Troubles
  /** What one series or batch broke, and is kept apart. */
  setAside: Pick<SetAsideReports, 'report'>
  /** What is left of it. */
  disk: DiskWatch
  /** Work on many, where one that fails does not stop the others; by the name of the work. */
  loops: Loops
  /** Says that deliveries may be due, so that the loop looks at once. */
  wakeDeliveries: () => void
  /** Says that what was measured is nobody’s any more. */
  wakeReadingRemoval: () => void
  /** Says that imports may be due. */
  wakeImports: () => void
  /** Says that kept raw weights may be due to be weighed anew. */
  wakeWeighings: () => void
  /** Says that forwardings may be due. */
  wakeForwardings: () => void
  /** Says that paid orders may be due, or pages where orders are paid. */
  wakeOrders: () => void
  /** Says that mails may be due; `queueMail` does it itself. */
  wakeMails: () => void
}
