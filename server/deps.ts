import type { ChannelType } from '#domain/alerts/notification.ts'
import type { Troubles } from '#domain/platform/trouble.ts'
import type { IntervalPushes } from './hives/lora-devices/push-interval.ts'
import type { IngestLoop } from './hives/readings/ingest-loop.ts'
import type { KeyBudgets } from './hives/readings/key-budgets/key-budgets.ts'
import type { Listening } from './hives/readings/listening/listening.ts'
import type { FieldFaults } from './hives/readings/refusals/field-faults.ts'
import type { Refusals } from './hives/readings/refusals/refusals.ts'
import type { RefusedTimes } from './hives/readings/refusals/refused-times.ts'
import type { SkippedRevisions } from './hives/timeline/pass-former-revisions.ts'
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

/** Everything the app is built from; tests substitute their own. */
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
  /** For URLs that users enter; allows plain http. */
  safeFetch: SafeFetch
  ftp: Ftp
  weather: WeatherService
  payment: PaymentService
  /** One set per kind of channel; for `email` it holds a single breaker, `gateway`, for the one mail server. */
  breakers: Record<ChannelType | 'forwarding', Breakers>
  ingest: IngestLoop
  /** When this server was able to take in readings. */
  listening: Listening
  refusedTimes: RefusedTimes
  /** Impossible values that transmitters sent. */
  fieldFaults: FieldFaults
  /** Why transmitters' requests were refused. */
  refusals: Refusals
  /** Tells LoRaWAN devices their new update interval. */
  intervalPushes: IntervalPushes
  /** How much each device key may still send. */
  keyBudgets: KeyBudgets
  jobs: Jobs
  /** Problems of the server itself, for administrators. */
  troubles: Troubles
  /** Reports series and batches that caused an error and were set aside. */
  setAside: Pick<SetAsideReports, 'report'>
  /** Free disk space. */
  disk: DiskWatch
  /** Returns, by name of the work, a runner that processes many items where one failure does not stop the others. */
  loops: Loops
  /** With several nodes: whether this one may still send and change what is due. */
  isKeeper?: (() => boolean) | undefined
  /** Revisions of tiles that are unknown here. */
  skippedRevisions?: SkippedRevisions | undefined
  /** Signals that deliveries may be due, so that the loop checks at once. */
  wakeDeliveries: () => void
  /** Signals that an account changed its rules. */
  wakeRules: (accountId: number) => void
  /** Signals that some readings no longer belong to anyone. */
  wakeReadingRemoval: () => void
  /** Signals that imports may be due. */
  wakeImports: () => void
  /** Signals that stored raw weights may need to be recalculated. */
  wakeWeighings: () => void
  /** Signals that forwardings may be due. */
  wakeForwardings: () => void
  /** Signals that paid orders may be due, or pages where orders are paid. */
  wakeOrders: () => void
  /** Signals that mails may be due; `queueMail` does so itself. */
  wakeMails: () => void
}
