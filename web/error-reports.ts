type Settings = { errorReportsDsn: string | null; environment: string; revision: string }

type Report = (error: unknown) => void

/**
 * Tells the installation's service for errors what nobody caught; without one, and on localhost, it does nothing. What it
 * takes to report is loaded beside the first screen; errors until then are kept for it. Gives what errors that were caught
 * are told with.
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
    // without a network nothing can be told; the app goes on
    () => undefined,
  )
  return (error) => report(error)
}
