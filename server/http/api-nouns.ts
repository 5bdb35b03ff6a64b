import type { GenericSchema } from 'valibot'
import * as account from '#domain/account.ts'
import * as accountRemoval from '#domain/account-removal.ts'
import * as administeredController from '#domain/administered-controller.ts'
import * as administeredUser from '#domain/administered-user.ts'
import * as affiliation from '#domain/affiliation.ts'
import * as alarm from '#domain/alarm.ts'
import * as analysis from '#domain/analysis.ts'
import * as apiToken from '#domain/api-token.ts'
import * as apiV1 from '#domain/api-v1.ts'
import * as audit from '#domain/audit.ts'
import * as calibration from '#domain/calibration.ts'
import * as cart from '#domain/cart.ts'
import * as controller from '#domain/controller.ts'
import * as csvValue from '#domain/csv-value.ts'
import * as customerNotice from '#domain/customer-notice.ts'
import * as dashboard from '#domain/dashboard.ts'
import * as deviceDoctor from '#domain/device-doctor.ts'
import * as errorCode from '#domain/error-code.ts'
import * as errorReply from '#domain/error-reply.ts'
import * as exports from '#domain/export.ts'
import * as firmware from '#domain/firmware.ts'
import * as firmwareRollout from '#domain/firmware-rollout.ts'
import * as fleet from '#domain/fleet.ts'
import * as forwarding from '#domain/forwarding.ts'
import * as heatmap from '#domain/heatmap.ts'
import * as imports from '#domain/import.ts'
import * as ingestMessage from '#domain/ingest-message.ts'
import * as intervention from '#domain/intervention.ts'
import * as job from '#domain/job.ts'
import * as jsonMapping from '#domain/json-mapping.ts'
import * as locale from '#domain/locale.ts'
import * as loraDevice from '#domain/lora-device.ts'
import * as moment from '#domain/moment.ts'
import * as notification from '#domain/notification.ts'
import * as order from '#domain/order.ts'
import * as orderAccounting from '#domain/order-accounting.ts'
import * as orderAdministration from '#domain/order-administration.ts'
import * as orderDocument from '#domain/order-document.ts'
import * as passkey from '#domain/passkey.ts'
import * as password from '#domain/password.ts'
import * as price from '#domain/price.ts'
import * as pushMessage from '#domain/push-message.ts'
import * as quantityDiscount from '#domain/quantity-discount.ts'
import * as region from '#domain/region.ts'
import * as regionGeometry from '#domain/region-geometry.ts'
import * as regionalAverage from '#domain/regional-average.ts'
import * as ruleReplay from '#domain/rule-replay.ts'
import * as scale from '#domain/scale.ts'
import * as seasonRanking from '#domain/season-ranking.ts'
import * as secondFactor from '#domain/second-factor.ts'
import * as sentNotification from '#domain/sent-notification.ts'
import * as session from '#domain/session.ts'
import * as setAside from '#domain/set-aside.ts'
import * as settings from '#domain/settings.ts'
import * as settingsPreview from '#domain/settings-preview.ts'
import * as share from '#domain/share.ts'
import * as shopConfig from '#domain/shop-config.ts'
import * as shopConfigEdit from '#domain/shop-config-edit.ts'
import * as shopConfigValue from '#domain/shop-config-value.ts'
import * as subscription from '#domain/subscription.ts'
import * as temperatureCompensation from '#domain/temperature-compensation.ts'
import * as timeline from '#domain/timeline.ts'
import * as trouble from '#domain/trouble.ts'
import * as unknownField from '#domain/unknown-field.ts'
import * as watch from '#domain/watch.ts'
import * as weather from '#domain/weather.ts'
import * as webhookLog from '#domain/webhook-log.ts'

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
    locale,
    loraDevice,
    notification,
  ],
  ...[orderAccounting, orderAdministration, orderDocument, order, passkey, password, price, pushMessage],
  ...[
    quantityDiscount,
    ingestMessage,
    region,
    regionGeometry,
    regionalAverage,
    ruleReplay,
    scale,
    seasonRanking,
    secondFactor,
  ],
  ...[sentNotification, session, setAside, settingsPreview, settings, share, shopConfigEdit, shopConfigValue],
  ...[shopConfig, subscription, temperatureCompensation, timeline, trouble, unknownField, watch, weather, webhookLog],
]

const composed = new Set(['object', 'loose_object', 'strict_object', 'picklist', 'variant', 'union', 'array', 'record'])
/** Whether a part of `#domain` is a schema that has a name in the description. */
export const isNoun = (value: unknown): value is GenericSchema =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  value.kind === 'schema' &&
  'type' in value &&
  composed.has(String(value.type))

/**
 * The schemas that the API's description has once and refers to: what `#domain` exports under a name of its own, but for
 * plain texts and numbers. Throws where two have the same name.
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
