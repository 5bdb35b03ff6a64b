import { useId, useState } from 'react'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Sheet } from '../../../ui/overlay/sheet.tsx'
import { SheetActions } from '../../../ui/overlay/sheet-actions.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import { Refusal } from '../../../ui/status/refusal.tsx'
import { useBeginRollout } from './firmware-queries.ts'
import { planOf, type RolloutField } from './rollout-draft.ts'
import { type Chosen, TransmitterChoice } from './transmitter-choice.tsx'

/** Plans how a version is rolled out, and to whom. */
export function RolloutSheet({ version, onClose }: { version: string | undefined; onClose: () => void }) {
  const form = useId()
  const begin = useBeginRollout()
  const [faults, setFaults] = useState<RolloutField[]>([])
  const [whom, setWhom] = useState<'all' | 'chosen'>('all')
  const [chosen, choose] = useState<Chosen>(new Map())
  const [tried, setTried] = useState(false)
  const isNobody = whom === 'chosen' && chosen.size === 0
  const close = () => {
    begin.reset()
    setFaults([])
    setWhom('all')
    choose(new Map())
    setTried(false)
    onClose()
  }
  const submit = (values: FormData) => {
    const read = planOf(values)
    setFaults('faults' in read ? read.faults : [])
    setTried(true)
    if (!('plan' in read) || !version || isNobody) return
    const only = whom === 'chosen' ? { controllerIds: [...chosen.keys()] } : {}
    begin.mutate({ version, ...read.plan, ...only }, { onSuccess: close })
  }
  const words = (field: RolloutField) => ({
    name: field,
    label: <FormattedMessage id={`administration-firmware.plan.${field}`} />,
    hint: <FormattedMessage id={`administration-firmware.plan.${field}.hint`} />,
    error: faults.includes(field) && <FormattedMessage id={`administration-firmware.plan.${field}.wrong`} />,
  })
  return (
    <Sheet
      open={version !== undefined}
      onClose={close}
      title={<FormattedMessage id="administration-firmware.plan.title" values={{ version }} />}
      footer={
        <SheetActions
          form={form}
          send={<FormattedMessage id="administration-firmware.rollout.begin" />}
          busy={begin.isPending}
          onCancel={close}
        />
      }
    >
      <Stack>
        <Form id={form} onSubmit={submit}>
          <Stack>
            <Text tone="neutral">
              <FormattedMessage id="administration-firmware.plan.lead" />
            </Text>
            {begin.error && <Refusal title={<ErrorWords error={begin.error} />} />}
            <TextField {...words('stages')} defaultValue="5, 25, 100" autoComplete="off" />
            <NumberField {...words('aliveHours')} defaultValue={24} min={0} max={720} whole unit="h" />
            <NumberField {...words('enoughPercent')} defaultValue={80} min={1} max={100} whole unit="%" />
            <NumberField {...words('silentPercent')} defaultValue={10} min={0} max={100} whole unit="%" />
            <SegmentedControl
              label={<FormattedMessage id="administration-firmware.whom" />}
              value={whom}
              onChange={setWhom}
              segments={[
                { value: 'all', label: <FormattedMessage id="administration-firmware.whom.all" /> },
                { value: 'chosen', label: <FormattedMessage id="administration-firmware.whom.chosen" /> },
              ]}
            />
            {tried && isNobody && (
              <Banner tone="alarm" title={<FormattedMessage id="administration-firmware.whom.missing" />} />
            )}
          </Stack>
        </Form>
        {/* outside of the form: pressing Enter in its search must not start the rollout */}
        {whom === 'chosen' && version && <TransmitterChoice version={version} chosen={chosen} onChoose={choose} />}
      </Stack>
    </Sheet>
  )
}
