import { Pencil, Trash2 } from 'lucide-react'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { WaitingBadge } from '../../../offline/waiting-badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { INTERVENTION_PATH, type ShownIntervention } from './pending-interventions.ts'

/** What was noted, with buttons to change it if this account may. */
export function InterventionDetails({
  intervention,
  editable,
  onEdit,
  onRemove,
}: {
  intervention: ShownIntervention
  editable: boolean
  onEdit: () => void
  onRemove: () => void
}) {
  return (
    <Stack>
      {intervention.pending && (
        <div>
          <WaitingBadge of={`${INTERVENTION_PATH}/${intervention.id}`} />
        </div>
      )}
      {intervention.description && <Text>{intervention.description}</Text>}
      {editable && (
        <Row>
          <Button icon={Pencil} onClick={onEdit}>
            <FormattedMessage id="intervention-screen.change" />
          </Button>
          <Button kind="danger" icon={Trash2} onClick={onRemove}>
            <FormattedMessage id="intervention-screen.remove" />
          </Button>
        </Row>
      )}
    </Stack>
  )
}
