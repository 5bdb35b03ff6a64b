import { getActiveSpan, getClient, getCurrentScope } from '@sentry/browser'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startErrorService } from '../tests/support/services/error-service.ts'
import { startErrorReports } from './error-reports.ts'

let service: Awaited<ReturnType<typeof startErrorService>>
beforeEach(async () => {
  // an error that has a listener does not fail the test
  window.addEventListener('error', () => undefined)
  service = await startErrorService()
})
afterEach(async () => {
  // page load is measured for a while longer, which would go on into other tests
  getActiveSpan()?.end()
  await getClient()?.close()
  getCurrentScope().setClient(undefined)
  window.history.replaceState({}, '', '/')
  await service.close()
})

const happens = (error: Error) => window.dispatchEvent(new ErrorEvent('error', { error, message: error.message }))

test('nothing is reported without a service, or on localhost', async () => {
  for (const settings of [
    { errorReportsDsn: null, environment: 'live', revision: 'r1' },
    { errorReportsDsn: service.dsn, environment: 'local', revision: 'r1' },
  ]) {
    const report = startErrorReports(settings)
    report(new Error('on my own machine'))
    happens(new Error('on my own machine'))
  }
  expect(service.envelopes).toEqual([])
})

test('uncaught errors, even early ones, and caught ones are reported, without the token in the page’s address', async () => {
  window.history.replaceState({}, '', '/shared/timeline?token=geheim')
  const report = startErrorReports({ errorReportsDsn: service.dsn, environment: 'live', revision: 'r1' })
  happens(new Error('before it was loaded'))
  await expect.poll(service.events, { timeout: 20_000 }).toHaveLength(1)
  happens(new Error('could not load /shared/timeline?token=geheim while it was there'))
  report(new Error('a screen that could not be drawn'))
  await expect.poll(service.events, { timeout: 20_000 }).toHaveLength(3)
  const told = service.events().join('\n')
  expect(told).toContain('before it was loaded')
  expect(told).toContain('while it was there')
  expect(told).toContain('a screen that could not be drawn')
  expect(told).toContain('"release":"r1"')
  expect(service.envelopes.join('\n')).not.toContain('geheim')
}, 30_000)

test.each(['password/reset', 'login/unlock'])(
  'how long the page of a link takes to load is reported without the token in %s',
  async (page) => {
    window.history.replaceState({}, '', `/${page}/geheim`)
    startErrorReports({ errorReportsDsn: service.dsn, environment: 'live', revision: 'r1' })
    await expect.poll(getActiveSpan, { timeout: 20_000 }).toBeDefined()
    getActiveSpan()!.end()
    await getClient()!.flush()
    const told = service.envelopes.join('\n')
    expect(told).toContain(`"transaction":"/${page}/…"`)
    expect(told).not.toContain('geheim')
  },
  30_000,
)
