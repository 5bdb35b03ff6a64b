import { ArrowLeft, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import {
  type AdministeredRegion,
  type Region,
  type RegionEditBody,
  UTC_OFFSET_MAXIMUM,
  UTC_OFFSET_MINIMUM,
} from '#domain/hives/regions/region.ts'
import { REGION_PLACES_MAXIMUM } from '#domain/hives/regions/region-geometry.ts'
import { ApiError } from '../../../api/api-error.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { useOnline } from '../../../offline/connection.ts'
import { Button } from '../../../ui/button.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { changesOf } from '../../../ui/form/changes-of.ts'
import { Form } from '../../../ui/form/form.tsx'
import { numberIn } from '../../../ui/form/number-in.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Grid, Row, Stack } from '../../../ui/layout/layout.tsx'
import { toast } from '../../../ui/overlay/toaster.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import { Refusal } from '../../../ui/status/refusal.tsx'
import { isShapeChanged, RegionChanged } from './region-changed.tsx'
import { useSaveRegion } from './region-queries.ts'
import { RemoveRegion } from './remove-region.tsx'
import { ShapePart } from './shape-part.tsx'
import { useHourWords } from './use-hour-words.ts'
import { useShapeDraft } from './use-shape-draft.ts'

type Fault = 'name' | 'priority' | 'hours' | 'shape'

/** Edits a region's shape, hours and weight; creates one if there is no `region`. */
export function RegionEditor({
  region,
  others,
  onClose,
}: {
  region: AdministeredRegion | undefined
  others: readonly Region[]
  onClose: () => void
}) {
  const intl = useIntl()
  const online = useOnline()
  // the region as the form shows it: somebody else may have saved changes since
  const [before] = useState(region)
  // the region as it was last looked at, which the server compares with what is stored
  const seen = useRef(region)
  const { hour, offset } = useHourWords()
  const save = useSaveRegion(region?.id)
  const draft = useShapeDraft(before?.geojson)
  const [faults, setFaults] = useState<Fault[]>([])
  const [removing, remove] = useState(false)
  const submit = (values: FormData) => {
    const number = (name: string) => Number(values.get(name))
    const name = String(values.get('name')).trim()
    const priority = numberIn(values, 'priority')
    const [alarmFrom, alarmTo] = [number('alarmFrom'), number('alarmTo')]
    const shape = draft.read.state === 'good' && draft.read.places <= REGION_PLACES_MAXIMUM && draft.read.shape
    const wrong: Record<Fault, boolean> = {
      name: name === '',
      priority: !Number.isInteger(priority) || Math.abs(priority) > 1000,
      hours: alarmFrom >= alarmTo,
      shape: !shape,
    }
    setFaults((Object.keys(wrong) as Fault[]).filter((fault) => wrong[fault]))
    if (!shape || Object.values(wrong).includes(true)) return
    const settings = { name, priority, utcOffset: number('utcOffset'), alarmFrom, alarmTo }
    const wanted = { ...settings, ...(draft.isChanged && { geojson: shape }) }
    const changes = changesOf<RegionEditBody>(before ?? {}, wanted, ['alarmFrom', 'alarmTo'])
    if (changes)
      return save.mutate(seen.current ? { ...changes, former: partOf(seen.current, changes) } : changes, {
        onSuccess: onClose,
      })
    onClose()
    toast.success(intl.formatMessage({ id: 'error.no_changes' }))
  }
  const isChanged = before && region && save.error instanceof ApiError && save.error.code === 'region_changed'
  const isRedrawn = isChanged && isShapeChanged(before, region)
  const hours = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, i) => ({ value: String(from + i), label: hour(from + i) }))
  const offsets = Array.from({ length: UTC_OFFSET_MAXIMUM - UTC_OFFSET_MINIMUM + 1 }, (_, i) => UTC_OFFSET_MINIMUM + i)
  return (
    <Stack>
      <Row>
        <Button kind="quiet" icon={ArrowLeft} onClick={onClose}>
          <FormattedMessage id="region.all" />
        </Button>
      </Row>
      <Card title={region?.name ?? <FormattedMessage id="region.new" />}>
        <Form
          onSubmit={submit}
          draft={region ? undefined : 'region'}
          actions={
            <>
              <Button kind="primary" type="submit" busy={save.isPending} disabled={!online}>
                <FormattedMessage id="region.save" />
              </Button>
              {region && (
                <Button kind="danger" icon={Trash2} disabled={!online} onClick={() => remove(true)}>
                  <FormattedMessage id="region.delete" />
                </Button>
              )}
            </>
          }
        >
          {!online && <Banner tone="stale" title={<FormattedMessage id="region.needsNetwork" />} />}
          <Grid columns="medium">
            <TextField
              name="name"
              label={<FormattedMessage id="region.name" />}
              defaultValue={before?.name}
              maxLength={80}
              error={faults.includes('name') && <FormattedMessage id="region.name.missing" />}
            />
            <NumberField
              name="priority"
              label={<FormattedMessage id="region.priority" />}
              hint={<FormattedMessage id="region.priority.hint" />}
              defaultValue={before?.priority ?? 0}
              whole
              error={faults.includes('priority') && <FormattedMessage id="region.priority.wrong" />}
            />
            <Select
              name="utcOffset"
              label={<FormattedMessage id="region.utcOffset" />}
              hint={<FormattedMessage id="region.utcOffset.hint" />}
              defaultValue={before?.utcOffset ?? 1}
              options={offsets.map((value) => ({ value: String(value), label: offset(value) }))}
            />
            <Select
              name="alarmFrom"
              label={<FormattedMessage id="region.alarmFrom" />}
              hint={<FormattedMessage id="region.alarmFrom.hint" />}
              defaultValue={before?.alarmFrom ?? 9}
              options={hours(0, 23)}
            />
            <Select
              name="alarmTo"
              label={<FormattedMessage id="region.alarmTo" />}
              defaultValue={before?.alarmTo ?? 18}
              options={hours(1, 24)}
              error={faults.includes('hours') && <FormattedMessage id="region.hours.wrong" />}
            />
          </Grid>
          <ShapePart
            draft={draft}
            missing={faults.includes('shape')}
            others={others.flatMap(({ id, geojson }) => (geojson && (id !== region?.id || isRedrawn) ? [geojson] : []))}
          />
          {save.error && (
            <Refusal title={<ErrorWords error={save.error} />}>
              {isChanged && (
                <RegionChanged
                  before={before}
                  stored={region}
                  onSave={() => {
                    seen.current = region
                  }}
                />
              )}
            </Refusal>
          )}
        </Form>
      </Card>
      {region && <RemoveRegion region={region} open={removing} onClose={() => remove(false)} onRemoved={onClose} />}
    </Stack>
  )
}

/** A region's values of the fields that are changed. */
const partOf = (region: AdministeredRegion, changes: RegionEditBody): RegionEditBody['former'] =>
  Object.fromEntries(Object.entries(region).filter(([field]) => field in changes))
