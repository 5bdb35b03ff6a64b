import type { ReactNode } from 'react'
import { proxy, useSnapshot } from 'valtio'
import { FormattedMessage } from '../../i18n/intl.tsx'
import { Text } from '../layout/text.tsx'

/** Whether this is the account's own person. An administrator who acts in their name is not, which the banner says that stands on each screen then. */
export const hand = proxy({ isOwn: true })

export const useIsOwnHand = (): boolean => useSnapshot(hand).isOwn

/** What the server lets nobody do but the account's own person: in its place, who acts in their name reads why it is not there. */
export function OwnHand({ children }: { children: ReactNode }) {
  if (useIsOwnHand()) return children
  return (
    <Text tone="neutral">
      <FormattedMessage id="error.not_while_acting" />
    </Text>
  )
}
