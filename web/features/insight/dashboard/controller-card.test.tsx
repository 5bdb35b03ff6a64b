import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { AlarmType } from '#domain/alerts/alarm.ts'
import type { DashboardController } from '#domain/insight/dashboard.ts'
import { controllerWith, scaleWith } from '../../../../tests/support/sample-dashboard.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { ControllerCard } from './controller-card.tsx'
import type { DashboardMode } from './dashboard-state.ts'

const now = Date.UTC(2026, 4, 20, 12)

async function show(controller: DashboardController, mode: DashboardMode = 'classic'): Promise<HTMLElement> {
  const card = () => (
    <ControllerCard
      controller={controller}
      mode={mode}
      now={now}
      toTimeline={(scales) => ({ series: scales.map(({ id }) => id).join(',') })}
    />
  )
  const root = createRootRoute()
  const routeTree = root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/', component: card }),
    createRoute({ getParentRoute: () => root, path: '/timeline' }),
  ])
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  vi.spyOn(window, 'scrollTo').mockReturnValue()
  // the tree of this test is not the app's, which the types know
  renderWithMessages(<RouterProvider router={router as never} />)
  return screen.findByRole('region')
}

const arrowBefore = (text: string) => screen.getByText(text).querySelector('svg')?.getAttribute('class') ?? ''

test('gain and loss have a sign and an arrow', async () => {
  await show(controllerWith({ scales: [scaleWith({ change24h: 1.44, change7d: -0.5 })] }))
  expect(arrowBefore('+1.44')).toContain('arrow-up')
  expect(arrowBefore('-0.50')).toContain('arrow-down')
})

test('a change that rounds to nothing is none, and an unknown one a dash', async () => {
  await show(controllerWith({ scales: [scaleWith({ change24h: -0.004, change7d: null })] }))
  expect(screen.getByText('0.00').querySelector('svg')).toBe(null)
  expect(screen.getByText('–')).toBeTruthy()
})

test('the feed that is left says what it comes from', async () => {
  await show(controllerWith({ scales: [scaleWith({})] }))
  expect(screen.getByText('Feed left: 28.5 − 24.0, at most 6.0 kg')).toBeTruthy()
  expect(screen.getByText('4.5')).toBeTruthy()
})

const midnights = (weights: number[]) =>
  weights.map((weight, i) => ({ date: `2026-05-${String(i + 1).padStart(2, '0')}`, weight, delta: null }))

test('the feed says how long it lasts, and with which range', async () => {
  const weights = [30.5, 30.4, 30.25, 30.2, 30, 29.95, 29.8, 29.7, 29.65, 29.5]
  await show(controllerWith({ scales: [scaleWith({ midnights: midnights(weights) })] }))
  expect(screen.getByText('lasts 40 days')).toBeTruthy()
  expect(screen.getByText(/^Uses 1\d\d g a day: empty in 3\d to 4\d days$/)).toBeTruthy()
})

test('a hive that gains lives on what it brings', async () => {
  const weights = [27, 27.5, 27.8, 28.2, 28.5, 28.9]
  await show(controllerWith({ scales: [scaleWith({ midnights: midnights(weights) })] }))
  expect(screen.getByText('lasts over a year')).toBeTruthy()
})

test('a silent transmitter is marked in words and by form', async () => {
  const lastUpdate = '2026-05-18T12:00:00.000Z'
  const card = await show(controllerWith({ lastUpdate, scales: [scaleWith({})] }))
  expect(card.dataset.tone).toBe('stale')
  expect(screen.getByText(/^No data since .*18/).querySelector('svg')).toBeTruthy()
  expect(screen.queryByText(/^Sent/)).toBe(null)
})

test('a scale that is silent while its transmitter sends is marked itself', async () => {
  const last = { time: '2026-05-18T12:00:00.000Z', weight: 28.5, temperature: null, humidity: null }
  const card = await show(
    controllerWith({ scales: [scaleWith({}), scaleWith({ id: 12, channel: 2, name: 'Ahorn', last })] }),
  )
  expect(card.dataset.tone).toBe(undefined)
  expect(screen.getByText(/^No data since/).closest('li')?.textContent).toContain('Ahorn')
})

test('what is muted says so until the mute ends, also where the answer is older than that', async () => {
  const muteOf = (notificationType: AlarmType, enddate: string | null) => ({
    controllerId: 1,
    notificationType,
    enddate,
  })
  const ended = muteOf('swarm', '2026-05-20T11:59:00.000Z')
  const goesOn = muteOf('activity', '2026-05-20T12:01:00.000Z')
  await show(controllerWith({ mutes: [ended, goesOn, muteOf('battery', null)] }))
  expect(screen.getAllByText(/ muted/).map(({ textContent }) => textContent?.split(' muted')[0])).toEqual([
    'Robbing or strong flow',
    'Battery',
  ])
})

test('a watched transmitter says so, an own one does not', async () => {
  await show(controllerWith({ access: 'watched', scales: [scaleWith({})] }))
  expect(screen.getByText('Watched')).toBeTruthy()
})

test.each([
  ['expired', /^Subscription ended: no new data/],
  ['expiring', /^Subscription ends on May 20, 2027/],
] as const)('a subscription that is %s says so, and leads its owner to renewing', async (subscriptionState, words) => {
  await show(controllerWith({ subscriptionState }))
  expect(screen.getByText(words)).toBeTruthy()
  const { pathname, hash } = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'Renew' }).href)
  expect(pathname + hash).toBe('/settings/controllers/1#subscription')
})

test('a watcher reads that a subscription has ended, and renews nothing', async () => {
  await show(controllerWith({ access: 'watched', subscriptionState: 'expired' }))
  expect(screen.getByText(/^Subscription ended/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Renew' })).toBe(null)
})

test('a transmitter that never sent says what to look at', async () => {
  await show(controllerWith({ lastUpdate: null, battery: null, signal: null, updateInterval: 2 }))
  expect(screen.getByText(/first readings come within 2 hours/)).toBeTruthy()
  expect(screen.getAllByRole('listitem')).toHaveLength(3)
})

test('a card and each scale lead to their curves', async () => {
  await show(controllerWith({ scales: [scaleWith({}), scaleWith({ id: 12, channel: 2, name: 'Ahorn' })] }))
  const target = (name: string) => new URL(screen.getByRole<HTMLAnchorElement>('link', { name }).href).search
  expect(decodeURIComponent(target('Waldrand'))).toBe('?series=11,12')
  expect(target('Ahorn')).toContain('12')
})

test('bars and activity are for weights; a thermometer shows what it measures in every mode', async () => {
  const last = { time: '2026-05-20T12:00:00.000Z', weight: null, temperature: 34.6, humidity: null }
  const thermometer = scaleWith({ id: 12, channel: 2, name: 'Brut', type: 'thermometer', last })
  await show(controllerWith({ scales: [scaleWith({}), thermometer] }), 'activity')
  expect(screen.getAllByRole('meter', { hidden: true })).toHaveLength(2)
  expect(screen.getByText('34.6')).toBeTruthy()
})
