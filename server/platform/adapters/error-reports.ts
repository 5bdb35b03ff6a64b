import type { Config } from '../config/config.ts'
import type { OnError } from '../runtime/logger.ts'
import { redact } from '../runtime/redact.ts'

/** Reports errors of this server to a service that speaks Sentry's protocol. */
export type ErrorReports = { report: OnError; close(): Promise<void> }

const SAME_AGAIN_AFTER_MS = 60_000
const KNOWN_MAXIMUM = 1000
const LAST_WORDS_MS = 1000

const none: ErrorReports = { report: () => undefined, close: async () => undefined }

type Settings = Pick<Config, 'sentryDsn' | 'host' | 'publicUrl' | 'revision'>

/** Whether this is somebody's own machine, whose errors concern nobody else. */
export function isLocal({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): boolean {
  const name = publicUrl === undefined ? host : new URL(publicUrl).hostname
  return /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?|.+\.localhost)$/.test(name)
}

/**
 * Reports errors if `SENTRY_DSN` is set and this is not a local machine: whatever was logged as an error, and uncaught ones.
 * Only error, stack and release are sent, with secrets removed; the same error once a minute. A service that is down has no
 * effect here. The required code is loaded only if needed.
 */
export async function createErrorReports(settings: Settings): Promise<ErrorReports> {
  if (settings.sentryDsn === undefined || isLocal(settings)) return none
  const sentry = await import('@sentry/node')
  sentry.initWithoutDefaultIntegrations({
    dsn: settings.sentryDsn,
    release: settings.revision,
    environment: /(^|[./-])staging([.-]|$)/.test(settings.publicUrl ?? '') ? 'staging' : 'live',
    tracesSampleRate: 1,
    sendDefaultPii: false,
    sendClientReports: false,
    skipOpenTelemetrySetup: true,
    serverName: 'hivewatch',
    integrations: [
      sentry.inboundFiltersIntegration(),
      sentry.linkedErrorsIntegration(),
      sentry.onUncaughtExceptionIntegration(),
      sentry.onUnhandledRejectionIntegration({ mode: 'strict' }),
    ],
    beforeSend: (event) => JSON.parse(redact(JSON.stringify(event))) as typeof event,
  })
  const toldAt = new Map<string, number>()
  return {
    report(error, message) {
      const key = `${message} ${error instanceof Error ? error.message : error}`
      const now = performance.now()
      if (now - (toldAt.get(key) ?? Number.NEGATIVE_INFINITY) < SAME_AGAIN_AFTER_MS) return
      if (toldAt.size >= KNOWN_MAXIMUM) toldAt.clear()
      toldAt.set(key, now)
      sentry.captureException(error, { tags: { what: message } })
    },
    close: async () => void (await sentry.close(LAST_WORDS_MS)),
  }
}
