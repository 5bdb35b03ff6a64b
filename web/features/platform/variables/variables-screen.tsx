import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Loaded } from '../../../offline/loaded.tsx'
import { Page, Stack } from '../../../ui/layout/layout.tsx'
import { EarlierVariables } from './earlier-variables.tsx'
import { VariableForm } from './variable-form.tsx'
import { variablesQuery } from './variable-queries.ts'

/** The global settings; `trials`: what has been tried so far. */
export function VariablesScreen({ trials }: { trials: ReactNode }) {
  const intl = useIntl()
  const query = useQuery(variablesQuery)
  return (
    <Page
      title={intl.formatMessage({ id: 'administration-variables.title' })}
      lead={<FormattedMessage id="administration-variables.lead" />}
    >
      <Stack gap={5}>
        <Loaded query={query} age={false}>
          {(settings) => <VariableForm settings={settings} />}
        </Loaded>
        {trials}
        <EarlierVariables />
      </Stack>
    </Page>
  )
}
