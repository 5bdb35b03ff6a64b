import { CircleCheck, CircleSlash, CircleX, Clock } from 'lucide-react'
import type { SentState } from '#domain/alerts/sent-notification.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
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
