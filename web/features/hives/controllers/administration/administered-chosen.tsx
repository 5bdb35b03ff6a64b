import { Printer, Users, X } from 'lucide-react'
import { useState } from 'react'
import type { Affiliation } from '#domain/people/affiliation.ts'
import { FormattedMessage, useIntl } from '../../../../i18n/intl.tsx'
import { Button, ButtonAnchor } from '../../../../ui/button.tsx'
import { Select } from '../../../../ui/fields/select.tsx'
import { Card } from '../../../../ui/layout/card.tsx'
import { Row } from '../../../../ui/layout/layout.tsx'
import { labelsPath, useAssign } from './administered-queries.ts'

/** Actions for the selected transmitters: assign an affiliation, print labels. */
export function ChosenControllers({
  chosen,
  affiliations,
  onClear,
}: {
  chosen: ReadonlySet<number>
  affiliations: readonly Affiliation[]
  onClear: () => void
}) {
  const intl = useIntl()
  const [wanted, want] = useState('')
  const assign = useAssign()
  if (chosen.size === 0) return null
  const controllerIds = [...chosen]
  return (
    <Card title={<FormattedMessage id="administration-controllers.chosen" values={{ count: chosen.size }} />}>
      <Row align="end">
        <Select
          label={<FormattedMessage id="administration-users.affiliation" />}
          value={wanted}
          onChange={({ target }) => want(target.value)}
          options={[
            { value: '', label: intl.formatMessage({ id: 'administration-controllers.chooseAffiliation' }) },
            ...affiliations.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        <Button
          icon={Users}
          disabled={!wanted}
          busy={assign.isPending}
          onClick={() => assign.mutate({ affiliationId: Number(wanted), controllerIds }, { onSuccess: onClear })}
        >
          <FormattedMessage id="administration-controllers.assign" />
        </Button>
        <ButtonAnchor icon={Printer} href={labelsPath(controllerIds)} download>
          <FormattedMessage id="administration-controllers.labels" />
        </ButtonAnchor>
        <Button kind="quiet" icon={X} onClick={onClear}>
          <FormattedMessage id="administration-controllers.chooseNone" />
        </Button>
      </Row>
    </Card>
  )
}
