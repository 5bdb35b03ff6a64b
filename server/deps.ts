import type { ChannelType } from '#domain/alerts/notification.ts'
import type { Troubles } from '#domain/platform/trouble.ts'
import type { IntervalPushes } from './hives/lora-devices/push-interval.ts'
import type { IngestLoop } from './hives/readings/ingest-loop.ts'
import type { KeyBudgets } from './hives/readings/key-budgets/key-budgets.ts'
import type { Listening } from './hives/readings/listening/listening.ts'
import type { FieldFaults } from './hives/readings/refusals/field-faults.ts'
import type { Refusals } from './hives/readings/refusals/refusals.ts'
import type { RefusedTimes } from './hives/readings/refusals/refused-times.ts'
import type { SetAsideReports } from './operations/set-aside/report-set-aside.ts'
import type { DiskWatch } from './operations/upkeep/troubles/disk-watch.ts'
import type { Ftp } from './platform/adapters/ftp.ts'
import type { Mailer } from './platform/adapters/mailer.ts'
import type { PaymentService } from './platform/adapters/payment.ts'
import type { SafeFetch } from './platform/adapters/safe-fetch.ts'
import type { SmsGateway } from './platform/adapters/sms.ts'
import type { WeatherService } from './platform/adapters/weather-service.ts'
import type { PushService } from './platform/adapters/web-push.ts'
import type { Config } from './platform/config/config.ts'
import type { Jobs } from './platform/jobs/job-runner.ts'
import type { Breakers } from './platform/loops/breaker.ts'
import type { Loops } from './platform/loops/each-by-itself.ts'
import type { WatchedClock } from './platform/runtime/clock.ts'
import type { Events } from './platform/runtime/events.ts'
import type { Ids } from './platform/runtime/ids.ts'
import type { Logger } from './platform/runtime/logger.ts'
import type { Passwords } from './platform/runtime/passwords.ts'
import type { SecretBox } from './platform/runtime/secret-box.ts'
import type { Database } from './store/database.ts'

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
  /** Of several nodes: whether this one may still send and change what is due. */
  isKeeper?: (() => boolean) | undefined
  /** Says that deliveries may be due, so that the loop looks at once. */
  wakeDeliveries: () => void
  /** Says that an account changed its rules. */
  wakeRules: (accountId: number) => void
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
