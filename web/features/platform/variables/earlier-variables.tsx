import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import * as v from 'valibot'
import { SettingsBody } from '#domain/platform/settings.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Loaded } from '../../../offline/loaded.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Refusal } from '../../../ui/status/refusal.tsx'
import { unitOf, type VariableName, variableNames } from './variable-draft.ts'
import { earlierVariablesQuery, useSaveVariables } from './variable-queries.ts'

/** The last changes, each with a way to undo it. */
export function EarlierVariables() {
  const intl = useIntl()
  const query = useQuery(earlierVariablesQuery)
  const save = useSaveVariables()
  return (
    <Card title={<FormattedMessage id="administration-variables.earlier" />}>
      <Stack>
        {save.error && <Refusal title={<ErrorWords error={save.error} />} />}
        <Loaded query={query} age={false}>
          {({ items }) =>
            items.length === 0 ? (
              <Text tone="neutral">
                <FormattedMessage id="administration-variables.earlier.none" />
              </Text>
            ) : (
              <Stack as="ul">
                {items.map(({ id, at, actorEmail, before, after }) => {
                  const was = v.safeParse(SettingsBody, before)
                  return (
                    <Row key={id} as="li" justify="between" align="center">
                      <Stack gap={1}>
                        {variableNames
                          .filter((name) => after?.[name] !== undefined)
                          .map((name) => (
                            <Text key={name}>
                              <FormattedMessage id={`administration-variables.name.${name}`} />:{' '}
                              <Value of={before} name={name} /> → <Value of={after} name={name} /> {unitOf[name]}
                            </Text>
                          ))}
                        <Text tone="neutral">
                          {intl.formatDate(at, { dateStyle: 'medium', timeStyle: 'short' })} · {actorEmail}
                        </Text>
                      </Stack>
                      {was.success && (
                        <Button icon={Undo2} busy={save.isPending} onClick={() => save.mutate(was.output)}>
                          <FormattedMessage id="administration-variables.back" />
                        </Button>
                      )}
                    </Row>
                  )
                })}
              </Stack>
            )
          }
        </Loaded>
      </Stack>
    </Card>
  )
}

function Value({ of, name }: { of: Record<string, unknown> | null; name: VariableName }) {
  const intl = useIntl()
  const value = of?.[name]
  return typeof value === 'number' ? intl.formatNumber(value) : '–'
}
