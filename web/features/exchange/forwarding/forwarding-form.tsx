import { useState } from 'react'
import {
  defaultTemplates,
  type Forwarding,
  type ForwardingEditBody,
  ForwardingTarget,
} from '#domain/exchange/forwarding.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { changesOf } from '../../../ui/form/changes-of.ts'
import { Form } from '../../../ui/form/form.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { toast } from '../../../ui/overlay/toaster.tsx'
import { Refusal } from '../../../ui/status/refusal.tsx'
import { AddressFields } from './address-fields.tsx'
import { checkAddress, type WrongField } from './check-address.ts'
import { useAddForwarding, useEditForwarding } from './forwarding-queries.ts'
import { areSound, isTemplated, Preview, storedTemplates, TemplateFields, type Templates } from './template-fields.tsx'

export type ForwardedScale = { channel: number; name: string }

const templatesOf = (target: ForwardingTarget, { title, template }: Partial<Forwarding> = {}): Templates => {
  const usual = isTemplated(target) ? defaultTemplates[target] : { title: '', template: '' }
  return { title: title ?? usual.title, template: template ?? usual.template }
}

/** Creates or edits a forwarding; the target and the channel of an existing one cannot be changed. */
export function ForwardingForm({
  id,
  controllerId,
  scales,
  forwarding: now,
  onDone,
}: {
  id: string
  controllerId: number
  scales: readonly ForwardedScale[]
  forwarding: Forwarding | undefined
  onDone: () => void
}) {
  const intl = useIntl()
  // the forwarding as the form shows it: somebody else may have saved changes since
  const [forwarding] = useState(now)
  const add = useAddForwarding(controllerId)
  const edit = useEditForwarding(controllerId)
  const [target, setTarget] = useState<ForwardingTarget>(forwarding?.target ?? 'raw')
  const [channel, setChannel] = useState(forwarding?.channel ?? scales[0]?.channel ?? 1)
  const [templates, setTemplates] = useState(templatesOf(target, forwarding))
  const [wrong, setWrong] = useState<readonly WrongField[]>([])
  const error = add.error ?? edit.error

  const choose = (chosen: ForwardingTarget) => {
    setTarget(chosen)
    setTemplates(templatesOf(chosen))
    setWrong([])
  }
  const submit = (values: FormData) => {
    const checked = checkAddress(target, values, forwarding?.address)
    setWrong('wrong' in checked ? checked.wrong : [])
    if ('wrong' in checked || (isTemplated(target) && !areSound(templates))) return
    const { address } = checked
    const written = isTemplated(target) ? storedTemplates(target, templates) : {}
    if (!forwarding) return add.mutate({ channel, body: { target, address, ...written } }, { onSuccess: onDone })
    const changes = changesOf<ForwardingEditBody>(forwarding, { address, ...written })
    if (changes) return edit.mutate({ id: forwarding.id, changes }, { onSuccess: onDone })
    onDone()
    toast.success(intl.formatMessage({ id: 'error.no_changes' }))
  }

  return (
    <Form id={id} onSubmit={submit}>
      {error && <Refusal title={<ErrorWords error={error} />} />}
      {!forwarding && (
        <>
          <Select
            name="channel"
            value={String(channel)}
            onChange={(event) => setChannel(Number(event.target.value))}
            label={<FormattedMessage id="forwarding.channel" />}
            options={scales.map((scale) => ({ value: String(scale.channel), label: scaleLabel(scale) }))}
          />
          <Select
            name="target"
            value={target}
            onChange={(event) => {
              const chosen = ForwardingTarget.options.find((option) => option === event.target.value)
              if (chosen) choose(chosen)
            }}
            label={<FormattedMessage id="forwarding.target" />}
            options={ForwardingTarget.options.map((value) => ({
              value,
              label: intl.formatMessage({ id: `forwarding.target.${value}` }),
            }))}
          />
        </>
      )}
      <Text tone="neutral">
        <FormattedMessage id={`forwarding.target.${target}.why`} />
      </Text>
      <AddressFields key={target} target={target} before={forwarding?.address} wrong={wrong} />
      {isTemplated(target) && <TemplateFields target={target} templates={templates} onChange={setTemplates} />}
      <Preview controllerId={controllerId} channel={channel} target={target} templates={templates} />
    </Form>
  )
}

/** The label that tells a scale from the others of its transmitter. */
export const scaleLabel = ({ channel, name }: ForwardedScale): string => `${channel} · ${name}`
