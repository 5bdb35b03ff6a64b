import { afterEach, expect, test, vi } from 'vitest'
import { followLaunches } from './follow-launches.ts'

afterEach(() => vi.unstubAllGlobals())

test('a shortcut navigates an open window; its icon and other addresses do not', () => {
  let launch: (launched: { targetURL?: string }) => void = () => {}
  const setConsumer = (consumer: typeof launch) => {
    launch = consumer
  }
  vi.stubGlobal('launchQueue', { setConsumer })
  const navigate = vi.fn()
  followLaunches({ navigate })
  const { origin } = window.location
  for (const target of ['/dashboard', '/alarms', '/?from=%2Fdashboard']) launch({ targetURL: origin + target })
  launch({ targetURL: 'https://elsewhere.test/alarms' })
  launch({ targetURL: window.location.href })
  launch({})
  expect(navigate.mock.calls).toEqual([[{ href: '/alarms' }], [{ href: '/?from=%2Fdashboard' }]])
})

test('a browser without launches works as well', () => {
  expect(() => followLaunches({ navigate: vi.fn() })).not.toThrow()
})
