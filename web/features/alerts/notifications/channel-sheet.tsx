import { useId, useState } from 'react'
import { isService, type NotificationChannel, type NotificationEdit } from '#domain/alerts/notification.ts'
import { tellsOfSeason } from '#domain/alerts/season-news.ts'
import { ApiError } from '../../../api/api-error.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { zoneHere } from '../../../i18n/zone-here.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { changesOf } from '../../../ui/form/changes-of.ts'
import { Form } from '../../../ui/form/form.tsx'
import { useIsOwnHand } from '../../../ui/form/own-hand.tsx'
import { Sheet } from '../../../ui/overlay/sheet.tsx'
import { SheetActions } from '../../../ui/overlay/sheet-actions.tsx'
import { toast } from '../../../ui/overlay/toaster.tsx'
import { Refusal } from '../../../ui/status/refusal.tsx'
import { AlarmChoice, type WhichAlarms } from './alarm-choice.tsx'
import { type ChannelFault, checkChannel } from './check-channel.ts'
import { ControllerChoice } from './controller-choice.tsx'
import { HintChoice } from './hint-choice.tsx'
import { useEditChannel } from './notification-queries.ts'
import type { Place } from './place.ts'
import { QuietChoice } from './quiet-choice.tsx'
import { SeasonChoice, seasonKindsIn } from './season-choice.tsx'
import { TokenField } from './service-fields.tsx'

const together = [
  ['everyOwn', 'controllerIds'],
  ['quietFrom', 'quietTo', 'timeZone'],
] as const

type Props = { channel: NotificationChannel; name: string; places: readonly Place[]; onClose: () => void }

/** Edits a channel's name, which alarms of which transmitters it rings for, and its quiet hours. */
export function ChannelSheet({ open, onClose, ...props }: Props & { open: boolean }) {
  const form = useId()
  const edit = useEditChannel()
  const close = () => {
    edit.reset()
    onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={close}
      title={<FormattedMessage id="notification-screen.choose.title" values={{ name: props.name }} />}
      footer={<SheetActions form={form} busy={edit.isPending} onCancel={close} />}
    >
      {open && <ChannelForm id={form} edit={edit} onClose={close} {...props} />}
    </Sheet>
  )
}

function ChannelForm({
  id,
  edit,
  channel: now,
  places,
  onClose,
}: Props & { id: string; edit: ReturnType<typeof useEditChannel> }) {
  const intl = useIntl()
  // the channel as the form shows it: somebody else may have saved changes since
  const [channel] = useState(now)
  const [which, setWhich] = useState<WhichAlarms>(channel.alarmTypes ? 'some' : 'all')
  const isOwnHand = useIsOwnHand()
  const [fault, setFault] = useState<ChannelFault>()
  const submit = (values: FormData) => {
    const checked = checkChannel(values, which, zoneHere(), channel)
    setFault('fault' in checked ? checked.fault : undefined)
    if ('fault' in checked) return
    const token = String(values.get('token') ?? '').trim()
    const season = tellsOfSeason(channel.type) && { seasonKinds: seasonKindsIn(values) }
    const wanted = { ...checked.edit, ...(token && { token }), ...season }
    const changes = changesOf<NotificationEdit>(channel, wanted, ...together)
    if (changes) return edit.mutate({ id: channel.id, edit: changes }, { onSuccess: onClose })
    onClose()
    toast.success(intl.formatMessage({ id: 'error.no_changes' }))
  }
  const refused = edit.error && <ErrorWords error={edit.error} />
  const isOfToken = edit.error instanceof ApiError && edit.error.code === 'token_invalid'
  return (
    <Form id={id} onSubmit={submit}>
      {refused && !isOfToken && <Refusal title={refused} />}
      <TextField
        name="name"
        maxLength={60}
        optional
        defaultValue={channel.name}
        label={<FormattedMessage id="notification-screen.name" />}
      />
      {isOwnHand && isService(channel.type) && channel.type !== 'webhook' && (
        <TokenField type={channel.type} isNew error={isOfToken && refused} />
      )}
      <AlarmChoice which={which} onWhich={setWhich} chosen={channel.alarmTypes} missing={fault === 'alarmTypes'} />
      <ControllerChoice channel={channel} places={places} missing={fault === 'controllers'} />
      {tellsOfSeason(channel.type) && <SeasonChoice chosen={channel.seasonKinds} />}
      <HintChoice channel={channel} />
      <QuietChoice channel={channel} wrong={fault === 'quiet'} />
    </Form>
  )
}
