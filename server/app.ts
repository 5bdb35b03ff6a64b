import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { BODY_MAXIMUM_BYTES } from '#domain/reading.ts'
import { accountRoutes } from './accounts/account-routes.ts'
import { loadSession } from './accounts/load-session.ts'
import { controllerRoutes } from './controllers/controller-routes.ts'
import { dashboardRoutes } from './dashboard/dashboard-routes.ts'
import { answerError } from './http/answer-error.ts'
import { AppError } from './http/app-error.ts'
import type { Deps } from './http/deps.ts'
import type { Env } from './http/env.ts'
import { requestLocale } from './http/request-locale.ts'
import { requireJson } from './http/require-json.ts'
import { sameOrigin } from './http/same-origin.ts'
import { interventionRoutes } from './interventions/intervention-routes.ts'
import { ingestRoutes } from './readings/ingest-routes.ts'
import { scaleRoutes } from './scales/scale-routes.ts'
import { settingRoutes } from './settings/setting-routes.ts'
import { timelineRoutes } from './timeline/timeline-routes.ts'

const limitBody = bodyLimit({
  maxSize: BODY_MAXIMUM_BYTES,
  onError: () => {
    throw new AppError(413, 'body_too_large')
  },
})

/** The whole API: one chain of feature routes, so that its type is the client's. */
export function createApi(deps: Deps) {
  return new Hono<Env>()
    .basePath('/api')
    .use('/ingest', requestLocale, limitBody)
    .route('/', ingestRoutes(deps))
    .use(loadSession(deps))
    .use(requestLocale)
    .use(limitBody)
    .use(sameOrigin)
    .use(requireJson)
    .route('/', accountRoutes(deps))
    .route('/', controllerRoutes(deps))
    .route('/', scaleRoutes(deps))
    .route('/', interventionRoutes(deps))
    .route('/', settingRoutes(deps))
    .route('/', timelineRoutes(deps))
    .route('/', dashboardRoutes(deps))
    .notFound(() => {
      throw new AppError(404, 'not_found')
    })
    .onError(answerError(deps.logger))
}

export type AppType = ReturnType<typeof createApi>

/** The server's whole surface: the API and the web app. */
export const createApp = (deps: Deps) => new Hono().route('/', createApi(deps))
