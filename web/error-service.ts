import {
  browserTracingIntegration,
  captureException,
  dedupeIntegration,
  inboundFiltersIntegration,
  init,
  linkedErrorsIntegration,
} from '@sentry/browser'

type Service = { dsn: string; environment: string; release: string }

/** Addresses may contain tokens: only the part that identifies the page is sent. */
const withoutSecrets = (url: string): string =>
  url.replace(/[?#].*$/, '').replace(/(password\/reset|login\/unlock|shop\/order)\/[^/]+/, '$1/…')

/** Returns the function that reports an error: its text, its stack and the release, never an address or who it was. */
export function connectErrorService(where: Service): (error: unknown) => void {
  init({
    ...where,
    tracesSampleRate: 1,
    sendDefaultPii: false,
    sendClientReports: false,
    defaultIntegrations: false,
    integrations: [
      inboundFiltersIntegration(),
      linkedErrorsIntegration(),
      dedupeIntegration(),
      browserTracingIntegration(),
    ],
    // do not add trace headers to our requests
    tracePropagationTargets: [],
    beforeSendTransaction(event) {
      if (event.transaction) event.transaction = withoutSecrets(event.transaction)
      for (const span of event.spans ?? []) {
        span.description &&= withoutSecrets(span.description)
        span.data = {}
      }
      delete event.contexts?.trace?.data
      delete event.request
      return event
    },
    beforeSend(event) {
      for (const error of event.exception?.values ?? []) error.value &&= error.value.replaceAll(/[?#][^\s"']+/g, '?…')
      delete event.request
      delete event.user
      return event
    },
  })
  return (error) => void captureException(error)
}
