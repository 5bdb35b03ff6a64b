type Settings = { errorReportsDsn: string | null; environment: string; revision: string }

type Report = (error: unknown) => void

/**
 * Reports uncaught errors to the installation's error service; without one, and on localhost, it does nothing. The reporting code is loaded alongside the first
 * screen; errors before that are kept for it. Returns the function that reports caught errors.
 */
export function startErrorReports({ errorReportsDsn: dsn, environment, revision }: Settings): Report {
  if (dsn === null || environment === 'local') return () => undefined
  const early: unknown[] = []
  let report: Report = (error) => void early.push(error)
  window.addEventListener('error', ({ error, message }) => report(error ?? message))
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason))
  import('./error-service.ts').then(
    ({ connectErrorService }) => {
      report = connectErrorService({ dsn, environment, release: revision })
      early.forEach(report)
    },
    // without a network nothing can be reported; the app goes on
    () => undefined,
  )
  return (error) => report(error)
}
