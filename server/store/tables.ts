import type {
  AlarmTable,
  AssessmentDueTable,
  DetectionDueTable,
  DetectorCheckpointTable,
  DeviationTable,
  JumpTable,
  UnusableHourTable,
} from '../alerts/alarms/alarm-table.ts'
import type { FollowUpTable, SwarmCourseTable } from '../alerts/courses/course-table.ts'
import type {
  DeliveryTable,
  MuteTable,
  NotificationControllerTable,
  NotificationTable,
  WebhookMessageTable,
} from '../alerts/notifications/notification-table.ts'
import type { SeasonNoticeTable } from '../alerts/notifications/planning/season-notice-table.ts'
import type { RuleNotificationTable, RuleScaleTable, RuleTable } from '../alerts/rules/rule-table.ts'
import type { VisitTable } from '../alerts/visits/visit-table.ts'
import type {
  ForwardingRunTable,
  ForwardingSentTable,
  ForwardingTable,
} from '../exchange/forwarding/forwarding-table.ts'
import type { JsonMappingTable } from '../exchange/json-mappings/json-mapping-table.ts'
import type { MqttTopicTable } from '../exchange/mqtt/mqtt-table.ts'
import type { ShareScaleTable, ShareTable } from '../exchange/shares/share-table.ts'
import type { EndedWatchTable, WatchTable } from '../exchange/watches/watch-table.ts'
import type {
  CalibrationPointTable,
  CalibrationTable,
  RawWeightDayTable,
  WeighingDueTable,
} from '../hives/calibrations/calibration-table.ts'
import type { ControllerTable } from '../hives/controllers/controller-table.ts'
import type { ImportReadingTable, ImportTable } from '../hives/imports/import-table.ts'
import type { InterventionTable } from '../hives/interventions/intervention-table.ts'
import type { LoraDeviceTable } from '../hives/lora-devices/lora-device-table.ts'
import type { LoraDownlinkTable } from '../hives/lora-devices/lora-downlink-table.ts'
import type { ThrottledHourTable } from '../hives/readings/key-budgets/throttled-hour-table.ts'
import type { ListeningSpanTable, RefusedTimeTable } from '../hives/readings/listening/listening-table.ts'
import type { FieldFaultTable } from '../hives/readings/refusals/field-fault-table.ts'
import type { InboxTable, ScaleLastTable, SetAsideTable } from '../hives/readings/store/reading-table.ts'
import type { RegionTable } from '../hives/regions/region-table.ts'
import type { PastChannelTable, ScaleEditTable, ScaleTable } from '../hives/scales/scale-table.ts'
import type { TileCursorTable, TileTable } from '../hives/timeline/tile-table.ts'
import type { UnknownFieldTable, UnknownValueTable } from '../hives/unknown-fields/unknown-field-table.ts'
import type {
  AverageCursorTable,
  RegionBasisTable,
  RegionDayTable,
  RegionDirtyMonthTable,
} from '../insight/averages/average-table.ts'
import type { SeasonDigestTable, SeasonLookTable, SeasonToldTable } from '../insight/season/season-table.ts'
import type { WeatherControllerTable, WeatherMonthTable, WeatherPlaceTable } from '../insight/weather/weather-table.ts'
import type { CustomerNoticeTable } from '../operations/customer-notices/customer-notice-table.ts'
import type {
  FirmwareRolloutControllerTable,
  FirmwareRolloutEventTable,
  FirmwareRolloutTable,
  FirmwareTable,
} from '../operations/firmware/firmware-table.ts'
import type { IngestHourTable } from '../operations/fleet/ingest-hour-table.ts'
import type { KeepingTable, NodeTable } from '../operations/nodes/node-table.ts'
import type { TroubleTable } from '../operations/upkeep/troubles/trouble-table.ts'
import type {
  AccountTable,
  AffiliationTable,
  ApiTokenTable,
  PasskeyChallengeTable,
  PasskeyTable,
  PasswordResetTable,
  SessionTable,
} from '../people/accounts/account-table.ts'
import type { OneTimeCodeTable, RecoveryCodeTable } from '../people/accounts/second-factor/second-factor-table.ts'
import type { AuditForgettingTable, AuditTable } from '../platform/audit/audit-table.ts'
import type { JobScheduleTable, JobTable } from '../platform/jobs/job-table.ts'
import type { MailAddressTable } from '../platform/mails/mail-address-table.ts'
import type { MailTable } from '../platform/mails/mail-table.ts'
import type { SettingTable } from '../platform/settings/setting-table.ts'
import type {
  OrderCheckoutTable,
  OrderCodeTable,
  OrderFulfilmentTable,
  OrderHistoryTable,
  OrderMailTable,
  OrderPaymentTable,
  OrderTable,
} from '../shop/orders/order-table.ts'
import type { ShopConfigTable } from '../shop/shop-config/shop-config-table.ts'
import type {
  OrderKeyRedemptionTable,
  OrderKeyTable,
  SubscriptionReminderTable,
} from '../shop/subscriptions/order-key-table.ts'

/** All tables, each declared beside the feature that owns it. */
export type Tables = {
  account: AccountTable
  affiliation: AffiliationTable
  session: SessionTable
  password_reset: PasswordResetTable
  passkey: PasskeyTable
  passkey_challenge: PasskeyChallengeTable
  one_time_code: OneTimeCodeTable
  recovery_code: RecoveryCodeTable
  api_token: ApiTokenTable
  region: RegionTable
  controller: ControllerTable
  watch: WatchTable
  ended_watch: EndedWatchTable
  scale: ScaleTable
  past_channel: PastChannelTable
  scale_edit: ScaleEditTable
  inbox: InboxTable
  set_aside: SetAsideTable
  tile: TileTable
  tile_cursor: TileCursorTable
  scale_last: ScaleLastTable
  detector_checkpoint: DetectorCheckpointTable
  alarm: AlarmTable
  rule: RuleTable
  rule_scale: RuleScaleTable
  rule_notification: RuleNotificationTable
  deviation: DeviationTable
  jump: JumpTable
  unusable_hour: UnusableHourTable
  detection_due: DetectionDueTable
  assessment_due: AssessmentDueTable
  intervention: InterventionTable
  visit: VisitTable
  swarm_course: SwarmCourseTable
  follow_up: FollowUpTable
  notification: NotificationTable
  notification_controller: NotificationControllerTable
  mute: MuteTable
  delivery: DeliveryTable
  setting: SettingTable
  forwarding: ForwardingTable
  forwarding_run: ForwardingRunTable
  forwarding_sent: ForwardingSentTable
  firmware: FirmwareTable
  firmware_rollout: FirmwareRolloutTable
  firmware_rollout_controller: FirmwareRolloutControllerTable
  firmware_rollout_event: FirmwareRolloutEventTable
  calibration: CalibrationTable
  calibration_point: CalibrationPointTable
  raw_weight_day: RawWeightDayTable
  weighing_due: WeighingDueTable
  lora_device: LoraDeviceTable
  lora_downlink: LoraDownlinkTable
  import: ImportTable
  import_reading: ImportReadingTable
  season_digest: SeasonDigestTable
  season_look: SeasonLookTable
  season_notice: SeasonNoticeTable
  season_told: SeasonToldTable
  share: ShareTable
  share_scale: ShareScaleTable
  shop_config: ShopConfigTable
  order_key: OrderKeyTable
  order_key_redemption: OrderKeyRedemptionTable
  subscription_reminder: SubscriptionReminderTable
  order: OrderTable
  order_history: OrderHistoryTable
  order_payment: OrderPaymentTable
  order_checkout: OrderCheckoutTable
  order_fulfilment: OrderFulfilmentTable
  order_code: OrderCodeTable
  order_mail: OrderMailTable
  mail: MailTable
  mail_address: MailAddressTable
  weather_place: WeatherPlaceTable
  weather_controller: WeatherControllerTable
  weather_month: WeatherMonthTable
  webhook_message: WebhookMessageTable
  mqtt_topic: MqttTopicTable
  job: JobTable
  job_schedule: JobScheduleTable
  region_day: RegionDayTable
  region_dirty_month: RegionDirtyMonthTable
  region_basis: RegionBasisTable
  average_cursor: AverageCursorTable
  audit: AuditTable
  audit_forgetting: AuditForgettingTable
  customer_notice: CustomerNoticeTable
  ingest_hour: IngestHourTable
  throttled_hour: ThrottledHourTable
  trouble: TroubleTable
  node: NodeTable
  keeping: KeepingTable
  listening_span: ListeningSpanTable
  refused_time: RefusedTimeTable
  field_fault: FieldFaultTable
  unknown_field: UnknownFieldTable
  unknown_value: UnknownValueTable
  json_mapping: JsonMappingTable
}
