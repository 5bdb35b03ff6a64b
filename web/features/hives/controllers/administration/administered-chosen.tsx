import { Printer, Users, X } from 'lucide-react'
import { useState } from 'react'
import type { Affiliation } from '#domain/people/affiliation.ts'
import { FormattedMessage, useIntl } from '../../../../i18n/intl.tsx'
import { Button, ButtonAnchor, IconButton } from '../../../../ui/button.tsx'
import { Select } from '../../../../ui/fields/select.tsx'
import { ActionBar } from '../../../../ui/layout/action-bar.tsx'
import { Fill, Row } from '../../../../ui/layout/layout.tsx'
import { Text } from '../../../../ui/layout/text.tsx'
import { labelsPath, useAssign } from './administered-queries.ts'

/** Actions for the selected transmitters, in sight wherever in the list these are: assign an affiliation, print labels. */
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
  const count = intl.formatMessage({ id: 'administration-controllers.chosen' }, { count: chosen.size })
  return (
    <ActionBar
      label={count}
      actions={
        <>
          <ButtonAnchor icon={Printer} href={labelsPath(controllerIds)} download>
            <FormattedMessage id="administration-controllers.labels" />
          </ButtonAnchor>
          <IconButton
            icon={X}
            label={intl.formatMessage({ id: 'administration-controllers.chooseNone' })}
            onClick={onClear}
          />
        </>
      }
    >
      <Text strong>{count}</Text>
      <Row>
        <Fill>
          <Select
            label={<FormattedMessage id="administration-users.affiliation" />}
            labelHidden
            value={wanted}
            onChange={({ target }) => want(target.value)}
            options={[
              { value: '', label: intl.formatMessage({ id: 'administration-controllers.chooseAffiliation' }) },
              ...affiliations.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
        </Fill>
        <Button
          icon={Users}
          disabled={!wanted}
          busy={assign.isPending}
          onClick={() => assign.mutate({ affiliationId: Number(wanted), controllerIds }, { onSuccess: onClear })}
        >
          <FormattedMessage id="administration-controllers.assign" />
        </Button>
      </Row>
    </ActionBar>
  )
}
