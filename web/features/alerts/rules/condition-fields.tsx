import { isOfWeather, type RuleQuantity, ruleQuantities, ruleQuantityForms } from '#domain/alerts/rule-quantity.ts'
import type { SpanUnit } from '#domain/alerts/span-of.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Grid, Stack } from '../../../ui/layout/layout.tsx'
import {
  type Comparison,
  type ConditionDraft,
  comparisons,
  hasSpan,
  limitsOf,
  type RuleFault,
  spanUnits,
  spanUnitsOf,
} from './rule-draft.ts'

const ofHive = ['weight', 'temperature', 'humidity', 'silence'] as const
const rest = ruleQuantities.filter((quantity) => !ofHive.some((one) => one === quantity))
const groups = {
  hive: ofHive,
  transmitter: rest.filter((quantity) => /^(transmitter|battery)/.test(quantity)),
  weather: rest.filter((quantity) => !/^(transmitter|battery)/.test(quantity)),
} as const

/** The quantity and comparison of one condition. The first condition always exists; further ones are optional. */
export function ConditionFields({
  condition,
  at,
  faults,
  onChange,
}: {
  condition: ConditionDraft
  at: number
  faults: readonly RuleFault[]
  onChange: (changes: Partial<ConditionDraft>) => void
}) {
  const intl = useIntl()
  const { quantity, is } = condition
  const limits = limitsOf(condition)
  return (
    <Stack gap={2}>
      <Select
        name={`quantity${at}`}
        value={quantity}
        onChange={({ target }) => onChange({ quantity: target.value as ConditionDraft['quantity'] })}
        label={<FormattedMessage id={at === 0 ? 'rule-screen.when' : 'rule-screen.and'} />}
      >
        {at > 0 && <option value="">{intl.formatMessage({ id: 'rule-screen.and.nothing' })}</option>}
        {(['hive', 'transmitter', 'weather'] as const).map((group) => (
          <optgroup key={group} label={intl.formatMessage({ id: `rule-screen.group.${group}` })}>
            {groups[group].map((one) => (
              <option key={one} value={one}>
                {intl.formatMessage({ id: `rule-screen.quantity.${one}` })}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
      {quantity !== '' && quantity !== 'silence' && (
        <Grid columns="medium" gap={2}>
          <Select
            name={`is${at}`}
            value={is}
            onChange={({ target }) => onChange({ is: target.value as Comparison })}
            label={<FormattedMessage id="rule-screen.is" />}
            options={comparisons.map((value) => ({
              value,
              label: intl.formatMessage({ id: `rule-screen.is.${value}` }),
            }))}
          />
          <NumberField
            name={`value${at}`}
            value={condition.value}
            onChange={(value) => onChange({ value })}
            unit={ruleQuantityForms[quantity].unit}
            min={limits.minimum}
            max={limits.maximum}
            label={<FormattedMessage id="rule-screen.amount" />}
            error={faults.includes(`value${at}`) && <FormattedMessage id="rule-screen.wrong.value" values={limits} />}
          />
        </Grid>
      )}
      {quantity !== '' && hasSpan(condition) && (
        <SpanFields
          name={`span${at}`}
          span={condition.span}
          unit={condition.spanUnit}
          units={spanUnitsOf(quantity)}
          label={<FormattedMessage id={quantity === 'silence' ? 'rule-screen.silentFor' : 'rule-screen.within'} />}
          error={faults.includes(`span${at}`) && <FormattedMessage id={wrongSpanOf(quantity, is)} />}
          onChange={onChange}
        />
      )}
    </Stack>
  )
}

function wrongSpanOf(quantity: RuleQuantity | 'silence', is: Comparison) {
  if (quantity === 'silence') return 'rule-screen.wrong.silence'
  return isOfWeather(quantity) && is !== 'risesLess' ? 'rule-screen.wrong.spanOfWeather' : 'rule-screen.wrong.span'
}

/** A duration as a number and a unit. */
export function SpanFields({
  name,
  span,
  unit,
  units = spanUnits,
  label,
  hint,
  error,
  optional = false,
  onChange,
}: {
  name: string
  span: string
  unit: SpanUnit
  units?: readonly SpanUnit[]
  label: React.ReactNode
  hint?: React.ReactNode
  error: React.ReactNode
  optional?: boolean
  onChange: (changes: { span?: string; spanUnit?: SpanUnit }) => void
}) {
  const intl = useIntl()
  return (
    <Grid columns="pair" gap={2}>
      <NumberField
        {...{ name, label, hint, error, optional }}
        value={span}
        onChange={(value) => onChange({ span: value })}
      />
      <Select
        name={`${name}Unit`}
        value={unit}
        onChange={({ target }) => onChange({ spanUnit: target.value as SpanUnit })}
        label={<FormattedMessage id="rule-screen.unit" />}
        options={units.map((value) => ({ value, label: intl.formatMessage({ id: `rule-screen.unit.${value}` }) }))}
      />
    </Grid>
  )
}
