import { useRouterState } from '@tanstack/react-router'

/** Whether the comparison is shown at the address of one transmitter, which is not that of its entry in the bars. */
export const useComparison = () =>
  useRouterState({ select: ({ location }) => /^\/scaleoverview(\/[^/]+)?\/?$/.test(location.pathname) })
