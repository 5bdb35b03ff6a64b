import { useEffect, useRef, useState } from 'react'
import { MappedQuantity, type MappedUnit, type MappedValue, mappedUnits } from '#domain/exchange/json-mapping.ts'
import { pathInWords } from '#domain/exchange/json-path.ts'
import { CHANNELS_PER_CONTROLLER } from '#domain/hives/controller.ts'
import { momentMs } from '#domain/platform/moment.ts'
import { FormattedMessage, useIntl } from '../../../../i18n/intl.tsx'
import { Button } from '../../../../ui/button.tsx'
import { ChoiceList } from '../../../../ui/fields/choice-list.tsx'
import { NumberField } from '../../../../ui/fields/number-field.tsx'
import { Select } from '../../../../ui/fields/select.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { Grid } from '../../../../ui/layout/layout.tsx'
import { Heading } from '../../../../ui/layout/text.tsx'
import type { NamedPath } from './json-ways.ts'

const channels = Array.from({ length: CHANNELS_PER_CONTROLLER + 1 }, (_, channel) => channel)
const MILLISECONDS_FROM = 1e11
const SECONDS_FROM = 1e9

/** Guesses what a value is: times are recognizable by themselves. */
function guessed(value: unknown): { quantity: MappedQuantity; unit: MappedUnit } {
  if (typeof value === 'string' && momentMs(value) !== undefined) return { quantity: 'time', unit: 'iso' }
  if (typeof value === 'number' && value > MILLISECONDS_FROM) return { quantity: 'time', unit: 'milliseconds' }
  if (typeof value === 'number' && value > SECONDS_FROM) return { quantity: 'time', unit: 'seconds' }
  return { quantity: 'weight', unit: 'as_is' }
}

/** Says what one value of a document is. */
export function JsonValueForm({
  path,
  eachPath,
  named,
  value,
  onTake,
}: {
  path: string
  /** The path of the same value in every element of its list, if it is in one. */
  eachPath: string | undefined
  /** The paths of the same value by a member that identifies its element. */
  named: readonly NamedPath[]
  value: unknown
  onTake: (value: MappedValue) => void
}) {
  const intl = useIntl()
  // in a list of plain values, each value is something different
  const [which, choose] = useState(named[0]?.path ?? (eachPath?.endsWith('/*') ? path : (eachPath ?? path)))
  const [quantity, setQuantity] = useState(() => guessed(value).quantity)
  const [unit, setUnit] = useState(() => guessed(value).unit)
  const [channel, setChannel] = useState(1)
  const [factor, setFactor] = useState('1')
  const isOwn = quantity === 'battery' || quantity === 'signal'
  const isWeight = quantity === 'weight' || quantity === 'rawWeight'
  const units = mappedUnits(quantity)
  const change = (next: MappedQuantity) => {
    setQuantity(next)
    setUnit(mappedUnits(next)[0]!)
    if (channel === 0) setChannel(1)
  }
  const times = Number(factor)
  // the value that was pressed may be far above
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => void place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1}>
      <Form
        onSubmit={() =>
          onTake({
            ...{ quantity, unit, path: which },
            channel: isOwn ? 0 : channel,
            factor: quantity !== 'time' && factor !== '' && Number.isFinite(times) ? times : 1,
          })
        }
        actions={
          <Button type="submit">
            <FormattedMessage id="connect.json.take" />
          </Button>
        }
      >
        <Heading level={3}>
          {pathInWords(path)} = {JSON.stringify(value)}
        </Heading>
        {eachPath !== undefined && (
          <ChoiceList
            label={<FormattedMessage id="connect.json.which" />}
            choices={[
              ...named.map((one) => ({
                value: one.path,
                label: (
                  <FormattedMessage id="connect.json.which.named" values={{ name: one.member, value: one.value }} />
                ),
              })),
              { value: eachPath, label: <FormattedMessage id="connect.json.which.each" /> },
              { value: path, label: <FormattedMessage id="connect.json.which.this" /> },
            ]}
            value={which}
            onChange={choose}
          />
        )}
        <Grid columns="medium">
          <Select
            name="quantity"
            label={<FormattedMessage id="connect.json.quantity" />}
            value={quantity}
            onChange={({ target }) => change(target.value as MappedQuantity)}
            options={MappedQuantity.options.map((one) => ({
              value: one,
              label: intl.formatMessage({ id: `connect.json.quantity.${one}` }),
            }))}
          />
          {!isOwn && quantity !== 'time' && (
            <Select
              name="channel"
              label={<FormattedMessage id="connect.json.channel" />}
              value={String(channel)}
              onChange={({ target }) => setChannel(Number(target.value))}
              options={channels
                .filter((one) => one > 0 || !isWeight)
                .map((one) => ({
                  value: String(one),
                  label: one === 0 ? intl.formatMessage({ id: 'connect.json.channel.own' }) : intl.formatNumber(one),
                }))}
            />
          )}
          {units.length > 1 && (
            <Select
              name="unit"
              label={<FormattedMessage id="connect.json.unit" />}
              value={unit}
              onChange={({ target }) => setUnit(target.value as MappedUnit)}
              options={units.map((one) => ({
                value: one,
                label:
                  one === 'iso' || one === 'seconds' || one === 'milliseconds'
                    ? intl.formatMessage({ id: `connect.json.unit.${one}` })
                    : {
                        as_is: isWeight ? 'kg' : quantity === 'battery' ? 'V' : '°C',
                        gram: 'g',
                        pound: 'lb',
                        fahrenheit: '°F',
                        millivolt: 'mV',
                      }[one],
              }))}
            />
          )}
          {quantity !== 'time' && (
            <NumberField
              name="factor"
              label={<FormattedMessage id="connect.json.factor" />}
              optional
              value={factor}
              onChange={setFactor}
            />
          )}
        </Grid>
      </Form>
    </div>
  )
}
