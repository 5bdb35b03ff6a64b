import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { zoneHere } from '../../../i18n/zone-here.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Grid, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { type RuleDraft, type RuleFault, zoneOf } from './rule-draft.ts'
import { monthName } from './rule-sentence.ts'

const everyMonth = Array.from({ length: 12 }, (_, index) => index + 1)

type Props = { draft: RuleDraft; faults: readonly RuleFault[]; onChange: (changes: Partial<RuleDraft>) => void }

/** The hours and months in which a rule rings. */
export function TimeFields({ draft, faults, onChange }: Props) {
  const intl = useIntl()
  const { isTimed, from, to, isSeasonal, months } = draft
  const here = zoneHere()
  const zone = zoneOf(draft, here)
  return (
    <Stack gap={3}>
      <Switch
        name="isTimed"
        checked={isTimed}
        onChange={({ target }) => onChange({ isTimed: target.checked })}
        label={<FormattedMessage id="rule-screen.hours" />}
        hint={<FormattedMessage id="rule-screen.hours.hint" />}
      />
      {isTimed && (
        <>
          <Grid columns="pair">
            <TextField
              name="from"
              type="time"
              required
              value={from}
              onChange={({ target }) => onChange({ from: target.value })}
              label={<FormattedMessage id="rule-screen.hours.from" />}
            />
            <TextField
              name="to"
              type="time"
              required
              value={to}
              onChange={({ target }) => onChange({ to: target.value })}
              label={<FormattedMessage id="rule-screen.hours.to" />}
              error={faults.includes('hours') && <FormattedMessage id="rule-screen.wrong.hours" />}
            />
          </Grid>
          {zone !== here && (
            <Text tone="neutral">
              <FormattedMessage id="rule-screen.hours.zone" values={{ zone, here }} />
            </Text>
          )}
        </>
      )}
      <Switch
        name="isSeasonal"
        checked={isSeasonal}
        onChange={({ target }) => onChange({ isSeasonal: target.checked })}
        label={<FormattedMessage id="rule-screen.months" />}
      />
      {isSeasonal && (
        <fieldset>
          <legend>
            <Text strong as="span">
              <FormattedMessage id="rule-screen.months.which" />
            </Text>
          </legend>
          <Grid columns="small" gap={1}>
            {everyMonth.map((month) => (
              <Checkbox
                key={month}
                name="months"
                value={month}
                checked={months.includes(month)}
                onChange={({ target }) =>
                  onChange({ months: target.checked ? [...months, month] : months.filter((one) => one !== month) })
                }
                label={monthName(intl, month)}
              />
            ))}
          </Grid>
          {faults.includes('months') && (
            <Text tone="alarm">
              <FormattedMessage id="rule-screen.wrong.months" />
            </Text>
          )}
        </fieldset>
      )}
    </Stack>
  )
}
