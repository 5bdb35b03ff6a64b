import { useId, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { GAIN_MAXIMUM_KG, GAIN_MINIMUM_KG, type Scale, ScaleState, ScaleType } from '#domain/scale.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { Grid, Row, Stack } from '../../ui/layout.tsx'
import { Select } from '../../ui/select.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Switch } from '../../ui/switch.tsx'
import { NumberField, TextField } from '../../ui/text-field.tsx'
import { checkScale } from './check-scale.ts'
import { useEditScale } from './scale-queries.ts'

/** One scale with everything that can be set on it; watched ones are only looked at. */
export function ScaleSheet({
  scale,
  mayEdit,
  onClose,
}: {
  scale: Scale | undefined
  mayEdit: boolean
  onClose: () => void
}) {
  const form = useId()
  return (
    <Sheet
      open={scale !== undefined}
      onClose={onClose}
      title={scale?.name}
      footer={
        mayEdit && (
          <Row>
            <Button kind="primary" type="submit" form={form}>
              <FormattedMessage id="settings-screen.save" />
            </Button>
            <Button onClick={onClose}>
              <FormattedMessage id="settings-screen.cancel" />
            </Button>
          </Row>
        )
      }
    >
      {scale && (
        <Stack>
          {!mayEdit && <Banner title={<FormattedMessage id="settings-screen.scale.readOnly" />} />}
          <ScaleForm id={form} scale={scale} mayEdit={mayEdit} onDone={onClose} />
        </Stack>
      )}
    </Sheet>
  )
}

function ScaleForm({ id, scale, mayEdit, onDone }: { id: string; scale: Scale; mayEdit: boolean; onDone: () => void }) {
  const intl = useIntl()
  const edit = useEditScale()
  const [wrong, setWrong] = useState<readonly string[]>([])
  const submit = (values: FormData) => {
    const checked = checkScale(scale, values)
    if ('wrong' in checked) return setWrong(checked.wrong)
    edit.mutate(checked.scale)
    onDone()
  }
  const mass = (name: 'emptyWeight' | 'feedStock') => (
    <NumberField
      name={name}
      unit="kg"
      min={0}
      max={GAIN_MAXIMUM_KG}
      disabled={!mayEdit}
      defaultValue={scale[name]}
      label={<FormattedMessage id={`settings-screen.scale.${name}`} />}
      error={wrong.includes(name) && <FormattedMessage id="settings-screen.scale.massWrong" />}
    />
  )
  return (
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
          name="state"
          disabled={!mayEdit}
          defaultValue={scale.state}
          label={<FormattedMessage id="settings-screen.scale.state" />}
          hint={<FormattedMessage id="settings-screen.scale.state.hint" />}
          options={ScaleState.options.map((value) => ({
            value,
            label: intl.formatMessage({ id: `scale.state.${value}` }),
          }))}
        />
        {mass('emptyWeight')}
        {mass('feedStock')}
        <NumberField
          name="gain"
          unit="kg"
          step={1}
          min={GAIN_MINIMUM_KG}
          max={GAIN_MAXIMUM_KG}
          disabled={!mayEdit}
          defaultValue={scale.gain}
          label={<FormattedMessage id="settings-screen.scale.gain" />}
          hint={<FormattedMessage id="settings-screen.scale.gain.hint" />}
          error={wrong.includes('gain') && <FormattedMessage id="settings-screen.scale.gainWrong" />}
        />
      </Grid>
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
  )
}
