import { useState } from 'react'
import { GAIN_MAXIMUM_KG, GAIN_MINIMUM_KG, ScaleState, ScaleType } from '#domain/hives/scale.ts'
import { type ColoredScale, freeColor, hueOf } from '#domain/hives/scale-color.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { ColorChoice } from '../../../ui/fields/color-choice.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Grid, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { checkScale, type ScaleFields } from './check-scale.ts'
import { massJumps } from './mass-jumps.ts'

const statesInUse = ScaleState.options.filter((state) => state !== 'archived')

/** All settings of a scale in use. Changing a mass about tenfold asks for confirmation: decimal marks are easily misplaced. */
export function ScaleForm({
  id,
  scale,
  channels,
  beside = [],
  mayEdit,
  onSave,
}: {
  id: string
  scale: ScaleFields
  /** The channels it can be on, including its own. */
  channels: readonly number[]
  /** The owner's other scales: those of the same color differ in their dash. */
  beside?: readonly ColoredScale[]
  mayEdit: boolean
  /** `before`: the scale as it was when the form opened, regardless of later changes. */
  onSave: (fields: ScaleFields, before: ScaleFields) => void
}) {
  const intl = useIntl()
  const [before] = useState(scale)
  const [wrong, setWrong] = useState<readonly string[]>([])
  const [asked, ask] = useState<ScaleFields>()
  const jumps = asked ? massJumps(before, asked) : []
  const submit = (values: FormData) => {
    const checked = checkScale(values)
    setWrong('wrong' in checked ? checked.wrong : [])
    if (!('fields' in checked)) return
    const fields = { ...checked.fields, ...chosenColor(values) }
    if (massJumps(before, fields).length > 0) ask(fields)
    else onSave(fields, before)
  }
  const chosenColor = (values: FormData) => {
    if (before.color === undefined || !values.has('hue')) return {}
    const hue = Number(values.get('hue'))
    return { color: hue === hueOf(before.color) ? before.color : freeColor(beside, hue) }
  }
  const kg = (value: number) => intl.formatNumber(value, { maximumFractionDigits: 3 })
  const mass = (name: 'emptyWeight' | 'feedStock') => (
    <NumberField
      name={name}
      unit="kg"
      min={0}
      max={GAIN_MAXIMUM_KG}
      disabled={!mayEdit}
      defaultValue={scale[name]}
      label={<FormattedMessage id={`settings-screen.scale.${name}`} />}
      hint={<FormattedMessage id={`scale.${name}.hint`} />}
      error={wrong.includes(name) && <FormattedMessage id="settings-screen.scale.massWrong" />}
    />
  )
  return (
    <>
      <Form id={id} onSubmit={submit}>
        <TextField
          name="name"
          maxLength={80}
          disabled={!mayEdit}
          defaultValue={scale.name}
          label={<FormattedMessage id="settings-screen.scale.name" />}
          error={wrong.includes('name') && <FormattedMessage id="claim.name.missing" />}
        />
        <Grid columns="medium">
          <Select
            name="type"
            disabled={!mayEdit}
            defaultValue={scale.type}
            label={<FormattedMessage id="settings-screen.scale.type" />}
            options={ScaleType.options.map((value) => ({
              value,
              label: intl.formatMessage({ id: `scale.type.${value}` }),
            }))}
          />
          <Select
            name="channel"
            disabled={!mayEdit}
            defaultValue={scale.channel}
            label={<FormattedMessage id="settings-screen.scale.channel" />}
            hint={<FormattedMessage id="scale.channel.hint" />}
            options={channels.map((channel) => ({ value: String(channel), label: intl.formatNumber(channel) }))}
          />
          <Select
            name="state"
            disabled={!mayEdit}
            defaultValue={scale.state}
            label={<FormattedMessage id="settings-screen.scale.state" />}
            hint={<FormattedMessage id="scale.state.hint" />}
            options={statesInUse.map((value) => ({
              value,
              label: intl.formatMessage({ id: `scale.state.${value}` }),
            }))}
          />
          {mass('emptyWeight')}
          {mass('feedStock')}
          <NumberField
            name="gain"
            unit="kg"
            whole
            min={GAIN_MINIMUM_KG}
            max={GAIN_MAXIMUM_KG}
            disabled={!mayEdit}
            defaultValue={scale.gain}
            label={<FormattedMessage id="settings-screen.scale.gain" />}
            hint={<FormattedMessage id="settings-screen.scale.gain.hint" />}
            error={wrong.includes('gain') && <FormattedMessage id="settings-screen.scale.gainWrong" />}
          />
        </Grid>
        {scale.color !== undefined && (
          <ColorChoice
            name="hue"
            disabled={!mayEdit}
            defaultValue={hueOf(scale.color)}
            label={<FormattedMessage id="settings-screen.scale.color" />}
            hint={<FormattedMessage id="settings-screen.scale.color.hint" />}
          />
        )}
        <Switch
          name="visible"
          disabled={!mayEdit}
          defaultChecked={scale.visible}
          label={<FormattedMessage id="settings-screen.scale.visible" />}
        />
        <Switch
          name="isBrood"
          disabled={!mayEdit}
          defaultChecked={scale.isBrood}
          label={<FormattedMessage id="settings-screen.scale.isBrood" />}
          hint={<FormattedMessage id="settings-screen.scale.isBrood.hint" />}
        />
      </Form>
      <Dialog
        open={asked !== undefined}
        onClose={() => ask(undefined)}
        title={<FormattedMessage id="scale.jump" />}
        confirm={<FormattedMessage id="scale.jump.confirm" />}
        onConfirm={() => {
          if (asked) onSave(asked, before)
          ask(undefined)
        }}
      >
        <Stack gap={1}>
          {jumps.map(({ name, from, to }) => (
            <Text key={name}>
              <FormattedMessage
                id="scale.jump.from"
                values={{
                  what: intl.formatMessage({ id: `settings-screen.scale.${name}` }),
                  from: kg(from),
                  to: kg(to),
                }}
              />
            </Text>
          ))}
        </Stack>
      </Dialog>
    </>
  )
}
