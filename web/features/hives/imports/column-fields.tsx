import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import type { ColumnChoice, ColumnUse } from './column-choice.ts'
import type { Target } from './target.ts'

const uses = ['nothing', 'time', 'clock', 'weight', 'temperature', 'humidity', 'name'] as const satisfies ColumnUse[]
const goesToScale = (use: ColumnUse) => use === 'weight' || use === 'temperature' || use === 'humidity'

/** What one column contains and, for values, of which scale. */
export function ColumnFields({
  name,
  title,
  samples,
  choice,
  targets,
  onChange,
}: {
  name: string
  title: string
  samples: readonly string[]
  choice: ColumnChoice
  targets: readonly Target[]
  onChange: (choice: ColumnChoice) => void
}) {
  const intl = useIntl()
  const scaleId = choice.scaleId ?? targets[0]?.id
  return (
    <Stack gap={2}>
      <Select
        name={name}
        label={title}
        hint={
          samples.length > 0 ? (
            <FormattedMessage id="import.mapping.sample" values={{ values: samples.join(' · ') }} />
          ) : (
            <FormattedMessage id="import.mapping.empty" />
          )
        }
        value={choice.use}
        onChange={({ target }) => onChange({ use: target.value as ColumnUse, scaleId })}
        options={uses.map((value) => ({ value, label: intl.formatMessage({ id: `import.use.${value}` }) }))}
      />
      {goesToScale(choice.use) && (
        <Select
          name={`${name} scale`}
          label={<FormattedMessage id="import.mapping.scale" values={{ column: title }} />}
          value={scaleId}
          onChange={({ target }) => onChange({ ...choice, scaleId: Number(target.value) })}
          options={targets.map(({ id, name, place }) => ({ value: String(id), label: `${name} (${place})` }))}
        />
      )}
    </Stack>
  )
}
