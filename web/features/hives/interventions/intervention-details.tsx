import { CloudUpload, Pencil, Trash2 } from 'lucide-react'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import type { ShownIntervention } from './pending-interventions.ts'

/** What was written down, and the buttons to change it where this account may. */
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
          <Badge tone="stale" icon={CloudUpload}>
            <FormattedMessage id="intervention-screen.pending" />
          </Badge>
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
