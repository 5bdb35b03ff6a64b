import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CHANNELS_PER_CONTROLLER } from '#domain/hives/controller.ts'
import {
  AssignedQuantity,
  type AssignedQuantity as Quantity,
  type AssignedUnit as Unit,
  type UnknownField,
  unitsOf,
} from '#domain/hives/unknown-field.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Grid, Stack } from '../../../ui/layout/layout.tsx'
import { Heading, Text } from '../../../ui/layout/text.tsx'
import { fieldsQuery, useAssignField } from './field-queries.ts'
import { type Suggestion, suggestMeaning } from './suggest-meaning.ts'

const channels = Array.from({ length: CHANNELS_PER_CONTROLLER }, (_, i) => i + 1)

/** Lets the owner say what fields with unknown names are; shown only if a transmitter sends any. `taken`: its channels with a scale. */
export function FieldsCard({ controllerId, taken }: { controllerId: number; taken: readonly number[] }) {
  const { data: fields = [] } = useQuery(fieldsQuery(controllerId))
  if (fields.length === 0) return null
  const known = fields.filter(({ meaning }) => meaning !== null)
  return (
    <Card title={<FormattedMessage id="controller-screen.field.title" />}>
      <Stack gap={6}>
        <Text tone="neutral">
          <FormattedMessage id="controller-screen.field.lead" />
        </Text>
        {fields
          .filter(({ meaning }) => meaning === null)
          .map((field) => (
            <FieldForm
              key={field.name}
              controllerId={controllerId}
              field={field}
              suggested={suggestMeaning(field.name, fields, taken)}
            />
          ))}
        {known.map(({ name, meaning }) => (
          <Text key={name}>
            <FormattedMessage id="controller-screen.field.known" values={{ name, ...meaning }} />
          </Text>
        ))}
      </Stack>
    </Card>
  )
}

function FieldForm({
  controllerId,
  field,
  suggested,
}: {
  controllerId: number
  field: UnknownField
  suggested: Suggestion
}) {
  const intl = useIntl()
  const assign = useAssignField(controllerId)
  const [chosen, setChosen] = useState<Partial<Suggestion>>({})
  const { quantity, channel } = { ...suggested, ...chosen }
  const [unit, setUnit] = useState<Unit>('as_is')
  const units = unitsOf[quantity]
  const choose = (next: Quantity) => {
    setChosen({ ...chosen, quantity: next })
    setUnit('as_is')
  }
  return (
    <Form
      onSubmit={() => assign.mutate({ name: field.name, quantity, channel, unit })}
      actions={
        <Button type="submit" busy={assign.isPending}>
          <FormattedMessage id="controller-screen.field.save" />
        </Button>
      }
    >
      <Heading level={3}>
        <FormattedMessage
          id="controller-screen.field.name"
          values={{ name: field.name, value: intl.formatNumber(field.lastValue, { maximumFractionDigits: 3 }) }}
        />
      </Heading>
      <Grid columns="medium">
        <Select
          name="quantity"
          label={<FormattedMessage id="controller-screen.field.quantity" />}
          value={quantity}
          onChange={(event) => choose(event.target.value as Quantity)}
          options={AssignedQuantity.options.map((value) => ({
            value,
            label: intl.formatMessage({ id: `controller-screen.field.quantity.${value}` }),
          }))}
        />
        {quantity !== 'nothing' && quantity !== 'battery' && quantity !== 'signal' && (
          <Select
            name="channel"
            label={<FormattedMessage id="controller-screen.field.channel" />}
            value={String(channel)}
            onChange={(event) => setChosen({ ...chosen, channel: Number(event.target.value) })}
            options={channels.map((value) => ({ value: String(value), label: intl.formatNumber(value) }))}
          />
        )}
        {units.length > 1 && (
          <Select
            name="unit"
            label={<FormattedMessage id="controller-screen.field.unit" />}
            value={unit}
            onChange={(event) => setUnit(event.target.value as Unit)}
            options={units.map((value) => ({ value, label: unitName(quantity, value) }))}
          />
        )}
      </Grid>
    </Form>
  )
}

const unitName = (quantity: Quantity, unit: Unit): string =>
  ({
    as_is: quantity === 'weight' ? 'kg' : quantity === 'battery' ? 'V' : '°C',
    gram: 'g',
    pound: 'lb',
    fahrenheit: '°F',
    millivolt: 'mV',
  })[unit]
