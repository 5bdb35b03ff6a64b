import { FlaskConical, Save } from 'lucide-react'
import { useState } from 'react'
import { activitySettings, averageSettings } from '#domain/alerts/settings-preview.ts'
import { defaultGlobalSettings, type GlobalSettings } from '#domain/platform/settings.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Grid, Stack } from '../../../ui/layout/layout.tsx'
import { Refusal } from '../../../ui/status/refusal.tsx'
import { boundsOf, changesOf, draftOf, faultsOf, rebased, unitOf, type VariableName } from './variable-draft.ts'
import { useSaveVariables, useTryVariables } from './variable-queries.ts'

const parts = { activity: activitySettings, average: averageSettings } as const

/** The global settings with explanations; they can be tried before saving. */
export function VariableForm({ settings }: { settings: GlobalSettings }) {
  const intl = useIntl()
  const [draft, setDraft] = useState(() => draftOf(settings))
  const [known, setKnown] = useState(settings)
  if (settings !== known) {
    setKnown(settings)
    setDraft(rebased(draft, known, settings))
  }
  const [faults, setFaults] = useState<VariableName[]>([])
  const save = useSaveVariables()
  const attempt = useTryVariables()
  const changes = changesOf(draft, settings)
  const isSame = Object.keys(changes).length === 0
  const checked = (then: () => void) => {
    const found = faultsOf(draft)
    setFaults(found)
    if (found.length === 0) then()
  }
  const number = (value: number) => intl.formatNumber(value)
  const failure = save.error ?? attempt.error
  return (
    <Form
      onSubmit={() => checked(() => save.mutate(changes))}
      actions={
        <>
          <Button kind="primary" type="submit" icon={Save} busy={save.isPending} disabled={isSame}>
            <FormattedMessage id="administration-variables.save" />
          </Button>
          <Button
            icon={FlaskConical}
            busy={attempt.isPending}
            disabled={isSame}
            onClick={() => checked(() => attempt.mutate(changes))}
          >
            <FormattedMessage id="administration-variables.try" />
          </Button>
        </>
      }
    >
      {(['activity', 'average'] as const).map((part) => (
        <Card key={part} title={<FormattedMessage id={`administration-variables.part.${part}`} />}>
          <Grid columns="medium">
            {parts[part].map((name) => {
              const { min, max } = boundsOf(name)
              const range = { min: number(min), max: number(max), unit: unitOf[name] }
              return (
                <NumberField
                  key={name}
                  name={name}
                  label={<FormattedMessage id={`administration-variables.name.${name}`} />}
                  hint={
                    <>
                      <FormattedMessage id={`administration-variables.meaning.${name}`} />{' '}
                      <FormattedMessage
                        id="administration-variables.bounds"
                        values={{ ...range, usual: number(defaultGlobalSettings[name]) }}
                      />
                    </>
                  }
                  error={
                    faults.includes(name) && <FormattedMessage id="administration-variables.fault" values={range} />
                  }
                  unit={unitOf[name]}
                  min={min}
                  max={max}
                  value={draft[name]}
                  onChange={(value) => {
                    setDraft({ ...draft, [name]: value })
                    setFaults([])
                  }}
                />
              )
            })}
          </Grid>
        </Card>
      ))}
      <Stack>{failure && !isSame && <Refusal title={<ErrorWords error={failure} />} />}</Stack>
    </Form>
  )
}
