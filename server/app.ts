import path from 'node:path'
import { Hono } from 'hono'
import { etag } from 'hono/etag'
import { TrieRouter } from 'hono/router/trie-router'
import { BODY_MAXIMUM_BYTES } from '#domain/hives/reading.ts'
import { alarmRoutes } from './alerts/alarms/alarm-routes.ts'
import { reassessAlarms } from './alerts/alarms/reassess-alarms.ts'
import { courseRoutes } from './alerts/courses/course-routes.ts'
import { notificationRoutes } from './alerts/notifications/channels/notification-routes.ts'
import { reachesSomebody } from './alerts/notifications/reaches-somebody.ts'
import { ruleRoutes } from './alerts/rules/rule-routes.ts'
import { visitRoutes } from './alerts/visits/visit-routes.ts'
import type { Deps } from './deps.ts'
import { accountRemovalRoutes } from './exchange/account-removal/account-removal-routes.ts'
import { v1Routes } from './exchange/api-v1/v1-routes.ts'
import { beeloggerPaths, beeloggerRoutes, fixedPathRoutes } from './exchange/formats/fixed-path-routes.ts'
import { formatRoutes } from './exchange/formats/format-routes.ts'
import { limitDevice } from './exchange/formats/limit-device.ts'
import { noteRefusals } from './exchange/formats/note-refusals.ts'
import { thingspeakPaths, thingspeakRoutes } from './exchange/formats/thingspeak-routes.ts'
import { formerWriteRoutes, writeRoutes } from './exchange/formats/write-routes.ts'
import { forwardingRoutes } from './exchange/forwarding/forwarding-routes.ts'
import { ingestRoutes } from './exchange/ingest/ingest-routes.ts'
import { jsonMappingRoutes } from './exchange/json-mappings/json-mapping-routes.ts'
import { openShare } from './exchange/shares/open-share.ts'
import { shareRoutes } from './exchange/shares/share-routes.ts'
import { shareToken } from './exchange/shares/share-token.ts'
import { watchRoutes } from './exchange/watches/watch-routes.ts'
import { calibrationRoutes } from './hives/calibrations/calibration-routes.ts'
import { adminControllerRoutes } from './hives/controllers/admin-controller-routes.ts'
import { controllerRoutes } from './hives/controllers/controller-routes.ts'
import { requireController } from './hives/controllers/visible-controllers.ts'
import { doctorRoutes } from './hives/doctor/doctor-routes.ts'
import { importRoutes, importUploadRoutes } from './hives/imports/import-routes.ts'
import { interventionRoutes } from './hives/interventions/intervention-routes.ts'
import { loraDeviceRoutes } from './hives/lora-devices/lora-device-routes.ts'
import { settleReadings } from './hives/readings/settle-readings.ts'
import { regionRoutes } from './hives/regions/region-routes.ts'
import { scaleRoutes } from './hives/scales/scale-routes.ts'
import { timelineRoutes } from './hives/timeline/timeline-routes.ts'
import { unknownFieldRoutes } from './hives/unknown-fields/unknown-field-routes.ts'
import { analysisRoutes } from './insight/analysis/analysis-routes.ts'
import { averageRoutes } from './insight/averages/average-routes.ts'
import { dashboardRoutes } from './insight/dashboard/dashboard-routes.ts'
import { eventRoutes } from './insight/events/event-routes.ts'
import { lookAgainAfter } from './insight/events/look-again.ts'
import { exportRoutes } from './insight/exports/export-routes.ts'
import { heatmapRoutes } from './insight/heatmap/heatmap-routes.ts'
import { digestRoutes, unsubscribeRoutes } from './insight/season/digest-routes.ts'
import { seasonRoutes } from './insight/season/season-routes.ts'
import { weatherRoutes } from './insight/weather/weather-routes.ts'
import { customerNoticeRoutes } from './operations/customer-notices/customer-notice-routes.ts'
import { firmwareRoutes, firmwareUploadRoutes } from './operations/firmware/firmware-routes.ts'
import { fleetRoutes } from './operations/fleet/fleet-routes.ts'
import { setAsideRoutes } from './operations/set-aside/set-aside-routes.ts'
import { metricsRoutes } from './operations/upkeep/metrics/metrics-routes.ts'
import { createServerMetrics } from './operations/upkeep/metrics/server-metrics.ts'
import { noteUnknownProxy } from './operations/upkeep/troubles/watch-setup.ts'
import { apiTokenRoutes } from './people/accounts/api-tokens/api-token-routes.ts'
import { passkeyRoutes } from './people/accounts/passkeys/passkey-routes.ts'
import { passwordRoutes } from './people/accounts/passwords/password-routes.ts'
import { createPasswordProof } from './people/accounts/passwords/prove-password.ts'
import { confirmRoutes } from './people/accounts/profile/confirm-routes.ts'
import { emailRoutes } from './people/accounts/profile/email-routes.ts'
import { profileRoutes } from './people/accounts/profile/profile-routes.ts'
import { secondFactorRoutes } from './people/accounts/second-factor/second-factor-routes.ts'
import { loadSession } from './people/accounts/sessions/load-session.ts'
import { sessionRoutes } from './people/accounts/sessions/session-routes.ts'
import { signOutRoutes } from './people/accounts/sessions/sign-out-routes.ts'
import { createOpenSession } from './people/accounts/sign-in/open-session.ts'
import { createSignInLimits } from './people/accounts/sign-in/sign-in.ts'
import { signInRoutes } from './people/accounts/sign-in/sign-in-routes.ts'
import { actingRoutes } from './people/accounts/users/acting-routes.ts'
import { adminUserRoutes } from './people/accounts/users/admin-user-routes.ts'
import { affiliationRoutes } from './people/affiliations/affiliation-routes.ts'
import { auditRoutes } from './platform/audit/audit-routes.ts'
import { recordCalls } from './platform/audit/record-calls.ts'
import { answerError } from './platform/http/answer-error.ts'
import { followRequest } from './platform/http/current-request.ts'
import { endBodyOfHead } from './platform/http/end-body-of-head.ts'
import type { Env } from './platform/http/env.ts'
import { healthRoutes } from './platform/http/health-routes.ts'
import { limitBody } from './platform/http/limits/limit-body.ts'
import { createAnswerCounts, logRequest } from './platform/http/log-request.ts'
import { createRequireCall, refuseUnknown } from './platform/http/refuse-unknown.ts'
import { requestLocale } from './platform/http/request-locale.ts'
import { requireJson } from './platform/http/require-json.ts'
import { sameOrigin } from './platform/http/same-origin.ts'
import { withoutSession } from './platform/http/schemas/answers.ts'
import { describeDescription, serveDescription } from './platform/http/schemas/serve-description.ts'
import { securityHeaders } from './platform/http/serving/security-headers.ts'
import { serveApp } from './platform/http/serving/serve-app.ts'
import { spareBytes } from './platform/http/serving/spare-bytes.ts'
import { jobRoutes } from './platform/jobs/job-routes.ts'
import { createMailCodes } from './platform/mails/confirm-mail-address.ts'
import { settingRoutes } from './platform/settings/setting-routes.ts'
import { accountingRoutes } from './shop/orders/accounting/accounting-routes.ts'
import { adminOrderRoutes } from './shop/orders/administration/admin-order-routes.ts'
import { orderRoutes } from './shop/orders/checkout/order-routes.ts'
import { paymentRoutes } from './shop/payment/payment-routes.ts'
import { shopRoutes } from './shop/prices/shop-routes.ts'
import { shopConfigRoutes } from './shop/shop-config/shop-config-routes.ts'
import { createOrderKeyTries } from './shop/subscriptions/order-key-tries.ts'
import { redeemOrderKey } from './shop/subscriptions/redeem-order-key.ts'
import { subscriptionRoutes } from './shop/subscriptions/subscription-routes.ts'

/** Forms and carts are small, and parsing a MiB of nothing but brackets would hold up everybody for a quarter of a second. */
const STRANGER_MAXIMUM_BYTES = 64 * 1024

const limitPerson = limitBody((c) => (c.get('account') ? BODY_MAXIMUM_BYTES : STRANGER_MAXIMUM_BYTES))

/** All feature routes, in matching order. */
function featureRoutes(deps: Deps) {
  const orderKeyTries = createOrderKeyTries()
  const mailCodes = createMailCodes(deps)
  const prove = createPasswordProof(deps)
  const signInLimits = createSignInLimits()
  const openSession = createOpenSession(deps)
  return [
    signInRoutes(deps, signInLimits, openSession),
    signOutRoutes(deps),
    passwordRoutes(deps, prove, signInLimits),
    emailRoutes(deps, mailCodes),
    sessionRoutes(deps),
    confirmRoutes(deps, prove),
    passkeyRoutes(deps, openSession),
    apiTokenRoutes(deps),
    secondFactorRoutes(deps),
    actingRoutes(deps),
    adminUserRoutes(deps),
    profileRoutes(deps, (accountId) => reachesSomebody(deps.database.db, accountId)),
    accountRemovalRoutes(deps, prove),
    affiliationRoutes(deps),
    // before the transmitter routes, where `watches` would match as a transmitter number
    watchRoutes(deps),
    controllerRoutes(deps, { tries: orderKeyTries, redeem: redeemOrderKey }),
    doctorRoutes(deps),
    subscriptionRoutes(deps, orderKeyTries),
    shopRoutes(deps),
    shopConfigRoutes(deps),
    orderRoutes(deps),
    adminOrderRoutes(deps),
    accountingRoutes(deps),
    scaleRoutes(deps),
    regionRoutes(deps),
    forwardingRoutes(deps, mailCodes),
    interventionRoutes({ ...deps, reassess: (db, ...at) => reassessAlarms(db, deps, ...at) }),
    settingRoutes(deps),
    notificationRoutes(deps, mailCodes),
    alarmRoutes(deps),
    courseRoutes(deps),
    visitRoutes(deps),
    ruleRoutes(deps),
    eventRoutes(deps),
    timelineRoutes(deps),
    averageRoutes(deps),
    dashboardRoutes(deps),
    heatmapRoutes(deps),
    calibrationRoutes(deps),
    loraDeviceRoutes(deps),
    unknownFieldRoutes(deps),
    jsonMappingRoutes(deps),
    importRoutes(deps),
    shareRoutes(deps),
    weatherRoutes(deps),
    analysisRoutes(deps),
    seasonRoutes(deps),
    digestRoutes(deps),
    jobRoutes(deps, requireController),
    exportRoutes(deps),
    firmwareRoutes(deps),
    // after the firmware routes, whose path would match here as a transmitter number
    adminControllerRoutes(deps),
    auditRoutes(deps),
    customerNoticeRoutes(deps),
    fleetRoutes(deps),
    setAsideRoutes(deps),
  ] as const
}

/** The routes of any one feature. The client is typed from these: chained into one type, they would cost the compiler many minutes. */
export type AppType = ReturnType<typeof featureRoutes>[number]

const devicePaths = ['/sensors', '/lora_sensors']

/** The whole API. */
export function createApi(deps: Deps): Hono<Env> {
  const api = new Hono<Env>().basePath('/api') as unknown as Hono<Env>
  const mount = (routes: unknown) => void api.route('/', routes as Hono<Env>)
  const limit = limitDevice(deps)
  api.use('/ingest', requestLocale, limit)
  mount(ingestRoutes(deps))
  api.use('/ingest/*', requestLocale, limit, noteRefusals(deps))
  mount(formatRoutes(deps))
  // paths for firmware and clients that cannot be configured to use another one
  for (const path of devicePaths) api.use(path, requestLocale, limit, noteRefusals(deps))
  mount(fixedPathRoutes(deps))
  mount(writeRoutes(deps))
  api.use(securityHeaders(deps.config, 'api'))
  api.use(spareBytes)
  api.use(followRequest(deps))
  api.use(noteUnknownProxy(deps))
  api.use(loadSession(deps))
  api.use(recordCalls(deps))
  api.use(requestLocale)
  api.use(shareToken(deps.config, (token) => openShare(deps, token)))
  api.use('/imports', sameOrigin)
  mount(importUploadRoutes(deps))
  mount(paymentRoutes(deps))
  // mail programs post a form
  mount(unsubscribeRoutes(deps))
  api.use('/admin/firmware', sameOrigin)
  mount(firmwareUploadRoutes(deps))
  api.use(limitPerson, sameOrigin, requireJson(createRequireCall(api)))
  api.on(['GET', 'POST', 'DELETE'], ['/user/*', '/admin/user/*', '/admin/affiliation/*'], lookAgainAfter(deps.events))
  const readings = ['/dashboard', '/alarm', '/jump', '/analysis', '/season', '/controller/*', '/v1/*']
  api.on('GET', readings, settleReadings(deps.ingest))
  mount(v1Routes(deps))
  featureRoutes(deps).forEach(mount)
  api.onError(answerError(deps.logger))
  api.get('/openapi.json', describeDescription, withoutSession, etag(), serveDescription(api))
  return api
}

/** Fixed paths outside the API, for devices that cannot be configured to use another one. */
function createDevicePaths(deps: Deps): Hono<Env> {
  const paths = new Hono<Env>()
  for (const path of [...beeloggerPaths, ...thingspeakPaths])
    paths.use(path, requestLocale, limitDevice(deps), noteRefusals(deps))
  return paths.route('/', beeloggerRoutes(deps)).route('/', thingspeakRoutes(deps)).route('/', formerWriteRoutes(deps))
}

export const builtApp = path.join(import.meta.dirname, '../dist')

/** The server's whole surface: the API and the web app. */
export function createApp(deps: Deps) {
  const answers = createAnswerCounts()
  // the router that supports our paths; Hono's default would first try its other one, which rejects them after several milliseconds
  const api = createApi(deps)
  return new Hono<Env>({ router: new TrieRouter() })
    .use(logRequest(deps.logger, answers))
    .use(endBodyOfHead)
    .route('/', api)
    .all('/api/*', refuseUnknown(api))
    .route('/', createDevicePaths(deps))
    .route('/', healthRoutes(deps))
    .route(
      '/',
      metricsRoutes(deps.config, () => createServerMetrics(deps, answers)),
    )
    .route('/', serveApp(deps.config, builtApp))
    .onError(answerError(deps.logger))
}
