import path from 'node:path'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { etag } from 'hono/etag'
import { BODY_MAXIMUM_BYTES } from '#domain/reading.ts'
import { accountRemovalRoutes } from './account-removal/account-removal-routes.ts'
import { accountRoutes } from './accounts/account-routes.ts'
import { loadSession } from './accounts/load-session.ts'
import { createPasswordProof } from './accounts/prove-password.ts'
import { affiliationRoutes } from './affiliations/affiliation-routes.ts'
import { alarmRoutes } from './alarms/alarm-routes.ts'
import { reassessAlarms } from './alarms/reassess-alarms.ts'
import { analysisRoutes } from './analysis/analysis-routes.ts'
import { v1Routes } from './api-v1/v1-routes.ts'
import { auditRoutes } from './audit/audit-routes.ts'
import { recordCalls } from './audit/record-calls.ts'
import { averageRoutes } from './averages/average-routes.ts'
import { calibrationRoutes } from './calibrations/calibration-routes.ts'
import { adminControllerRoutes } from './controllers/admin-controller-routes.ts'
import { controllerRoutes } from './controllers/controller-routes.ts'
import { doctorRoutes } from './controllers/doctor-routes.ts'
import { requireController } from './controllers/visible-controllers.ts'
import { customerNoticeRoutes } from './customer-notices/customer-notice-routes.ts'
import { dashboardRoutes } from './dashboard/dashboard-routes.ts'
import { eventRoutes } from './events/event-routes.ts'
import { lookAgainAfter } from './events/look-again.ts'
import { exportRoutes } from './exports/export-routes.ts'
import { firmwareRoutes, firmwareUploadRoutes } from './firmware/firmware-routes.ts'
import { fleetRoutes } from './fleet/fleet-routes.ts'
import { forwardingRoutes } from './forwarding/forwarding-routes.ts'
import { heatmapRoutes } from './heatmap/heatmap-routes.ts'
import { answerError } from './http/answer-error.ts'
import { withoutSession } from './http/answers.ts'
import { AppError } from './http/app-error.ts'
import { followRequest } from './http/current-request.ts'
import type { Deps } from './http/deps.ts'
import type { Env } from './http/env.ts'
import { healthRoutes } from './http/health-routes.ts'
import { createAnswerCounts, logRequest } from './http/log-request.ts'
import { requestLocale } from './http/request-locale.ts'
import { requireJson } from './http/require-json.ts'
import { sameOrigin } from './http/same-origin.ts'
import { securityHeaders } from './http/security-headers.ts'
import { serveApp } from './http/serve-app.ts'
import { describeDescription, serveDescription } from './http/serve-description.ts'
import { shareToken } from './http/share-token.ts'
import { importRoutes, importUploadRoutes } from './imports/import-routes.ts'
import { interventionRoutes } from './interventions/intervention-routes.ts'
import { jobRoutes } from './jobs/job-routes.ts'
import { jsonMappingRoutes } from './json-mappings/json-mapping-routes.ts'
import { loraDeviceRoutes } from './lora-devices/lora-device-routes.ts'
import { createMailCodes } from './mails/confirm-mail-address.ts'
import { notificationRoutes } from './notifications/notification-routes.ts'
import { metricsRoutes } from './operations/metrics-routes.ts'
import { noteUnknownProxy } from './operations/watch-setup.ts'
import { accountingRoutes } from './orders/accounting-routes.ts'
import { adminOrderRoutes } from './orders/admin-order-routes.ts'
import { orderRoutes } from './orders/order-routes.ts'
import { paymentRoutes } from './payment/payment-routes.ts'
import { beeloggerPaths, beeloggerRoutes, fixedPathRoutes } from './readings/formats/fixed-path-routes.ts'
import { formatRoutes } from './readings/formats/format-routes.ts'
import { noteRefusals } from './readings/formats/note-refusals.ts'
import { formerWriteRoutes, writeRoutes } from './readings/formats/write-routes.ts'
import { ingestRoutes } from './readings/ingest-routes.ts'
import { settleReadings } from './readings/settle-readings.ts'
import { regionRoutes } from './regions/region-routes.ts'
import { scaleRoutes } from './scales/scale-routes.ts'
import { setAsideRoutes } from './set-aside/set-aside-routes.ts'
import { settingRoutes } from './settings/setting-routes.ts'
import { openShare } from './shares/open-share.ts'
import { shareRoutes } from './shares/share-routes.ts'
import { shopConfigRoutes } from './shop/shop-config-routes.ts'
import { shopRoutes } from './shop/shop-routes.ts'
import { createOrderKeyTries } from './subscriptions/order-key-tries.ts'
import { redeemOrderKey } from './subscriptions/redeem-order-key.ts'
import { subscriptionRoutes } from './subscriptions/subscription-routes.ts'
import { timelineRoutes } from './timeline/timeline-routes.ts'
import { unknownFieldRoutes } from './unknown-fields/unknown-field-routes.ts'
import { watchRoutes } from './watches/watch-routes.ts'
import { weatherRoutes } from './weather/weather-routes.ts'

const limitBody = bodyLimit({
  maxSize: BODY_MAXIMUM_BYTES,
  onError: () => {
    throw new AppError(413, 'body_too_large')
  },
})

/** The features' routes, in the order in which a path is looked up. */
function featureRoutes(deps: Deps) {
  const orderKeyTries = createOrderKeyTries()
  const mailCodes = createMailCodes(deps)
  const prove = createPasswordProof(deps)
  return [
    accountRoutes(deps, mailCodes, prove),
    accountRemovalRoutes(deps, prove),
    affiliationRoutes(deps),
    // before the transmitters, whose numbers stand where `watches` does
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
    interventionRoutes({ ...deps, reassess: (...at) => reassessAlarms(deps, ...at) }),
    settingRoutes(deps),
    notificationRoutes(deps, mailCodes),
    alarmRoutes(deps),
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
    jobRoutes(deps, requireController),
    exportRoutes(deps),
    firmwareRoutes(deps),
    // after the firmware, which stands where the number of a transmitter does
    adminControllerRoutes(deps),
    auditRoutes(deps),
    customerNoticeRoutes(deps),
    fleetRoutes(deps),
    setAsideRoutes(deps),
  ] as const
}

/** The routes of any one feature. The client is made of these: chained to one type, they cost the compiler many minutes. */
export type AppType = ReturnType<typeof featureRoutes>[number]

const devicePaths = ['/sensors', '/lora_sensors']

/** The whole API. */
export function createApi(deps: Deps): Hono<Env> {
  const api = new Hono<Env>().basePath('/api') as unknown as Hono<Env>
  const mount = (routes: unknown) => void api.route('/', routes as Hono<Env>)
  api.use('/ingest', requestLocale, limitBody)
  mount(ingestRoutes(deps))
  api.use('/ingest/*', requestLocale, limitBody, noteRefusals(deps))
  mount(formatRoutes(deps))
  // where firmware and clients that cannot be told another path send to
  for (const path of devicePaths) api.use(path, requestLocale, limitBody, noteRefusals(deps))
  mount(fixedPathRoutes(deps))
  mount(writeRoutes(deps))
  api.use(securityHeaders(deps.config, 'api'))
  api.use(followRequest(deps))
  api.use(noteUnknownProxy(deps))
  api.use(loadSession(deps))
  api.use(recordCalls(deps))
  api.use(requestLocale)
  api.use(shareToken(deps.config, (token) => openShare(deps, token)))
  api.use('/imports', sameOrigin)
  mount(importUploadRoutes(deps))
  mount(paymentRoutes(deps))
  api.use('/admin/firmware', sameOrigin)
  mount(firmwareUploadRoutes(deps))
  api.use(limitBody, sameOrigin, requireJson)
  api.on(['GET', 'POST', 'DELETE'], ['/user/*', '/admin/user/*', '/admin/affiliation/*'], lookAgainAfter(deps.events))
  const readings = ['/timeline', '/dashboard', '/alarm', '/jump', '/analysis', '/controller/*', '/v1/*']
  api.on('GET', readings, settleReadings(deps.ingest))
  mount(v1Routes(deps))
  featureRoutes(deps).forEach(mount)
  api.onError(answerError(deps.logger))
  api.get('/openapi.json', describeDescription, withoutSession, etag(), serveDescription(api))
  return api
}

/** What devices send to outside the API, by paths that they cannot be told to change. */
function createDevicePaths(deps: Deps): Hono<Env> {
  const paths = new Hono<Env>()
  for (const path of beeloggerPaths) paths.use(path, requestLocale, limitBody, noteRefusals(deps))
  return paths.route('/', beeloggerRoutes(deps)).route('/', formerWriteRoutes(deps))
}

const builtApp = path.join(import.meta.dirname, '../dist')

/** The server's whole surface: the API and the web app. */
export function createApp(deps: Deps) {
  const answers = createAnswerCounts()
  return new Hono<Env>()
    .use(logRequest(deps.logger, answers))
    .route('/', createApi(deps))
    .all('/api/*', () => {
      throw new AppError(404, 'not_found')
    })
    .route('/', createDevicePaths(deps))
    .route('/', healthRoutes(deps))
    .route('/', metricsRoutes(deps, answers))
    .route('/', serveApp(deps.config, builtApp))
    .onError(answerError(deps.logger))
}
