import type { ReactNode } from 'react'
import { proxy, useSnapshot } from 'valtio'
import { FormattedMessage } from '../../i18n/intl.tsx'
import { Text } from '../layout/text.tsx'

/** Whether the account's owner is the one signed in, as opposed to an administrator acting in their name (which the banner on every screen then says). */
export const hand = proxy({ isOwn: true })

export const useIsOwnHand = (): boolean => useSnapshot(hand).isOwn

/** Wraps what the server allows only the account's owner to do. An administrator acting in their name sees an explanation in its place. */
export function OwnHand({ children }: { children: ReactNode }) {
  if (useIsOwnHand()) return children
  return (
    <Text tone="neutral">
      <FormattedMessage id="error.not_while_acting" />
    </Text>
  )
}
