import { useId, useState } from 'react'
import type { AlarmType } from '#domain/alerts/alarm.ts'
import { alarmTypes } from '#domain/alerts/alarm-types.ts'
import type { Mute } from '#domain/alerts/notification.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { toLocalInput } from '../../../i18n/local-input.ts'
import { Button } from '../../../ui/button.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Sheet } from '../../../ui/overlay/sheet.tsx'
import { everyType, type MuteWish, useMute } from './mute-queries.ts'
import { firstEnd, type MuteLength, muteLengths, muteUntil } from './mute-until.ts'
import type { Place } from './place.ts'

/** Asks what to mute, at which transmitter, and for how long. */
export function MuteSheet({
  places,
  open,
  mended,
  onMute,
  onClose,
}: {
  places: readonly Place[]
  open: boolean
  /** The mute that the form starts from. */
  mended?: Mute
  /** If given, receives the wish instead of this sheet muting itself. */
  onMute?: (wish: MuteWish) => void
  onClose: () => void
}) {
  const intl = useIntl()
  const form = useId()
  const mute = useMute()
  const atFirst = mended ? (mended.enddate === null ? 'forever' : 'time') : '1h'
  const [length, setLength] = useState<MuteLength>(atFirst)
  const [past, setPast] = useState(false)
  const close = () => {
    setLength(atFirst)
    setPast(false)
    onClose()
  }
  const submit = (values: FormData) => {
    const enddate = muteUntil(length, String(values.get('time') ?? ''), new Date())
    setPast(enddate === undefined)
    if (enddate === undefined) return
    const type = String(values.get('type'))
    const controllerId = Number(values.get('controller'))
    const wish = {
      controllerId,
      types: type === 'all' ? everyType : [type as AlarmType],
      enddate,
      isTyped: length === 'time',
    }
    if (onMute) return onMute(wish)
    mute.mutate(wish)
    close()
  }
  return (
    <Sheet
      open={open}
      onClose={close}
      title={<FormattedMessage id="notification-screen.mute.title" />}
      footer={
        <Button kind="primary" type="submit" form={form}>
          <FormattedMessage id="notification-screen.mute" />
        </Button>
      }
    >
      <Form id={form} onSubmit={submit}>
        <Select
          name="controller"
          defaultValue={mended?.controllerId}
          label={<FormattedMessage id="notification-screen.mute.controller" />}
          options={places.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <Select
          name="type"
          defaultValue={mended?.notificationType}
          label={<FormattedMessage id="notification-screen.mute.type" />}
          options={[
            { value: 'all', label: intl.formatMessage({ id: 'notification-screen.mute.all' }) },
            ...alarmTypes.map((value) => ({ value, label: intl.formatMessage({ id: `alarm.type.${value}` }) })),
          ]}
        />
        <SegmentedControl
          label={<FormattedMessage id="notification-screen.mute.length" />}
          wide
          value={length}
          onChange={setLength}
          segments={muteLengths.map((value) => ({
            value,
            label: <FormattedMessage id={`notification-screen.mute.${value}`} />,
          }))}
        />
        {length === 'time' && (
          <TextField
            name="time"
            type="datetime-local"
            defaultValue={toLocalInput(laterEnd(mended, new Date()))}
            min={toLocalInput(new Date())}
            label={<FormattedMessage id="notification-screen.mute.end" />}
            error={past && <FormattedMessage id="notification-screen.mute.past" />}
          />
        )}
      </Form>
    </Sheet>
  )
}

/** Returns the end of the given mute, or the default end if there is none or it has passed. */
function laterEnd(mended: Mute | undefined, now: Date): Date {
  const end = new Date(mended?.enddate ?? Number.NaN)
  return end > now ? end : firstEnd(now)
}
