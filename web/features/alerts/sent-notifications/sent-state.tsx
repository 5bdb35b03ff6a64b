import { CircleCheck, CircleSlash, CircleX, Clock } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import type { SentState } from '#domain/alerts/sent-notification.ts'
import { Badge } from '../../../ui/badge.tsx'
import type { Tone } from '../../../ui/tone.ts'

const looks: Record<SentState, { tone: Tone; icon: typeof Clock }> = {
  due: { tone: 'accent', icon: Clock },
  sent: { tone: 'ok', icon: CircleCheck },
  failed: { tone: 'alarm', icon: CircleX },
  expired: { tone: 'neutral', icon: CircleSlash },
}

export const SentBadge = ({ state }: { state: SentState }) => (
  <Badge {...looks[state]}>
    <FormattedMessage id={`administration-notifications.state.${state}`} />
  </Badge>
)
