import type { GenericSchema } from 'valibot'
import * as alarm from '#domain/alerts/alarm.ts'
import * as notification from '#domain/alerts/notification.ts'
import * as pushMessage from '#domain/alerts/push-message.ts'
import * as rule from '#domain/alerts/rule.ts'
import * as ruleReplay from '#domain/alerts/rule-replay.ts'
import * as sentNotification from '#domain/alerts/sent-notification.ts'
import * as settingsPreview from '#domain/alerts/settings-preview.ts'
import * as swarmCourse from '#domain/alerts/swarm-course.ts'
import * as visit from '#domain/alerts/visit.ts'
import * as webhookLog from '#domain/alerts/webhook-log.ts'
import * as accountRemoval from '#domain/exchange/account-removal.ts'
import * as apiV1 from '#domain/exchange/api-v1.ts'
import * as forwarding from '#domain/exchange/forwarding.ts'
import * as jsonMapping from '#domain/exchange/json-mapping.ts'
import * as share from '#domain/exchange/share.ts'
import * as watch from '#domain/exchange/watch.ts'
import * as administeredController from '#domain/hives/administered-controller.ts'
import * as calibration from '#domain/hives/calibration.ts'
import * as controller from '#domain/hives/controller.ts'
import * as deviceDoctor from '#domain/hives/doctor/device-doctor.ts'
import * as deviceFinding from '#domain/hives/doctor/finding.ts'
import * as imports from '#domain/hives/import.ts'
import * as ingestMessage from '#domain/hives/ingest-message.ts'
import * as intervention from '#domain/hives/intervention.ts'
import * as lastReading from '#domain/hives/last-reading.ts'
import * as loraDevice from '#domain/hives/lora-device.ts'
import * as region from '#domain/hives/regions/region.ts'
import * as regionGeometry from '#domain/hives/regions/region-geometry.ts'
import * as scale from '#domain/hives/scale.ts'
import * as temperatureCompensation from '#domain/hives/temperature-compensation.ts'
import * as timeline from '#domain/hives/timeline.ts'
import * as unknownField from '#domain/hives/unknown-field.ts'
import * as analysis from '#domain/insight/analysis.ts'
import * as dashboard from '#domain/insight/dashboard.ts'
import * as exports from '#domain/insight/export.ts'
import * as heatmap from '#domain/insight/heatmap.ts'
import * as regionalAverage from '#domain/insight/regional-average.ts'
import * as seasonAdvice from '#domain/insight/season-advice.ts'
import * as seasonDigest from '#domain/insight/season-digest.ts'
import * as seasonRanking from '#domain/insight/season-ranking.ts'
import * as weather from '#domain/insight/weather.ts'
import * as customerNotice from '#domain/operations/customer-notice.ts'
import * as firmware from '#domain/operations/firmware.ts'
import * as firmwareRollout from '#domain/operations/firmware-rollout.ts'
import * as fleet from '#domain/operations/fleet.ts'
import * as setAside from '#domain/operations/set-aside.ts'
import * as account from '#domain/people/account.ts'
import * as administeredUser from '#domain/people/administered-user.ts'
import * as affiliation from '#domain/people/affiliation.ts'
import * as apiToken from '#domain/people/api-token.ts'
import * as emailChange from '#domain/people/email-change.ts'
import * as passkey from '#domain/people/passkey.ts'
import * as password from '#domain/people/password.ts'
import * as profileForm from '#domain/people/profile-form.ts'
import * as secondFactor from '#domain/people/second-factor.ts'
import * as session from '#domain/people/session.ts'
import * as audit from '#domain/platform/audit.ts'
import * as csvValue from '#domain/platform/csv-value.ts'
import * as errorCode from '#domain/platform/error-code.ts'
import * as errorReply from '#domain/platform/error-reply.ts'
import * as job from '#domain/platform/job.ts'
import * as locale from '#domain/platform/locale-schema.ts'
import * as moment from '#domain/platform/moment.ts'
import * as settings from '#domain/platform/settings.ts'
import * as trouble from '#domain/platform/trouble.ts'
import * as cart from '#domain/shop/cart.ts'
import * as order from '#domain/shop/order.ts'
import * as orderAccounting from '#domain/shop/order-accounting.ts'
import * as orderAdministration from '#domain/shop/order-administration.ts'
import * as orderDocument from '#domain/shop/order-document.ts'
import * as price from '#domain/shop/price.ts'
import * as quantityDiscount from '#domain/shop/quantity-discount.ts'
import * as shopConfig from '#domain/shop/shop-config.ts'
import * as shopConfigEdit from '#domain/shop/shop-config-edit.ts'
import * as shopConfigValue from '#domain/shop/shop-config-value.ts'
import * as subscription from '#domain/shop/subscription.ts'

const modules = [
  ...[
    accountRemoval,
    account,
    administeredController,
    administeredUser,
    affiliation,
    alarm,
    analysis,
    apiToken,
    apiV1,
    audit,
  ],
  ...[
    calibration,
    cart,
    controller,
    csvValue,
    customerNotice,
    dashboard,
    deviceDoctor,
    deviceFinding,
    emailChange,
    errorCode,
    errorReply,
    exports,
    moment,
  ],
  ...[
    firmwareRollout,
    firmware,
    fleet,
    forwarding,
    heatmap,
    imports,
    intervention,
    job,
    jsonMapping,
    lastReading,
    locale,
    loraDevice,
    notification,
  ],
  ...[orderAccounting, orderAdministration, orderDocument, order, passkey, password, price, profileForm, pushMessage],
  ...[
    quantityDiscount,
    ingestMessage,
    region,
    regionGeometry,
    regionalAverage,
    rule,
    ruleReplay,
    scale,
    seasonAdvice,
    seasonDigest,
    seasonRanking,
    secondFactor,
  ],
  ...[sentNotification, session, setAside, settingsPreview, settings, share, shopConfigEdit, shopConfigValue],
  ...[
    shopConfig,
    subscription,
    swarmCourse,
    temperatureCompensation,
    timeline,
    trouble,
    unknownField,
    visit,
    watch,
    weather,
    webhookLog,
  ],
]

const composed = new Set(['object', 'loose_object', 'strict_object', 'picklist', 'variant', 'union', 'array', 'record'])
/** Whether an export of `#domain` is a schema that has a name in the API description. */
export const isNoun = (value: unknown): value is GenericSchema =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  value.kind === 'schema' &&
  'type' in value &&
  composed.has(String(value.type))

/**
 * The schemas that the API description contains once and refers to: those that `#domain` exports under a name of their own, except
 * plain strings and numbers. Throws if two have the same name.
 */
export const apiNouns: ReadonlyMap<string, GenericSchema> = collectNouns()

function collectNouns(): Map<string, GenericSchema> {
  const nouns = new Map<string, GenericSchema>()
  for (const [name, value] of modules.flatMap((module) => Object.entries<unknown>(module))) {
    if (!isNoun(value)) continue
    if (nouns.has(name)) throw new Error(`two schemas of #domain are named ${name}: the API cannot tell them apart`)
    nouns.set(name, value)
  }
  return nouns
}
