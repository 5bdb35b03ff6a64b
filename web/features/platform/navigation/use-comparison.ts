import { useRouterState } from '@tanstack/react-router'

/** Whether the comparison is shown at a transmitter's address, which differs from its entry in the bars. */
export const useComparison = () =>
  useRouterState({ select: ({ location }) => /^\/scaleoverview(\/[^/]+)?\/?$/.test(location.pathname) })
