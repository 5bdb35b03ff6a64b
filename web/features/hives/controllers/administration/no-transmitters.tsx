import { RadioTower } from 'lucide-react'
import { FormattedMessage } from '../../../../i18n/intl.tsx'
import { EmptyState } from '../../../../ui/status/empty-state.tsx'

/** Says that there is no transmitter at all; `affiliated`: in a manager's own affiliation, where they cannot add one. */
export const NoTransmitters = ({ affiliated }: { affiliated: boolean }) => (
  <EmptyState
    icon={RadioTower}
    title={<FormattedMessage id="administration-controllers.nothing" />}
    next={<FormattedMessage id={`administration-controllers.nothing.${affiliated ? 'affiliated' : 'next'}`} />}
  />
)
