import { type ReactNode, useId, useState } from 'react'
import type { CourseBody, SwarmCourse } from '#domain/alerts/swarm-course.ts'
import type { Location } from '#domain/hives/controller.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Sheet } from '../../../ui/overlay/sheet.tsx'
import { SheetActions } from '../../../ui/overlay/sheet-actions.tsx'

const UNSAID = ''
const WITHOUT_SCALE = 'without'

export type NamedHive = { id: number; name: string }
/** Renders a field to choose a location, from the phone's position or on a map. */
export type PlaceField = (value: Location | null, onChange: (value: Location | null) => void) => ReactNode

/** Where a swarm hung, and which hive it went into; every field is optional. */
export function CourseSheet({
  course,
  hives,
  placeField,
  busy,
  onSave,
  onClose,
}: {
  course: SwarmCourse
  /** The hives it may have gone into. */
  hives: readonly NamedHive[]
  placeField: PlaceField
  busy: boolean
  onSave: (said: CourseBody) => void
  onClose: () => void
}) {
  const form = useId()
  const isCaught = course.outcome === 'caught'
  const [position, setPosition] = useState(course.position)
  const first = course.hiveScaleId !== null ? String(course.hiveScaleId) : course.hiveName ? WITHOUT_SCALE : UNSAID
  const [hive, setHive] = useState(first)
  const submit = (values: FormData) => {
    const chosen = isCaught ? hive : first
    const name = chosen === WITHOUT_SCALE ? String(values.get('hiveName') ?? course.hiveName).trim() : ''
    onSave({
      outcome: course.outcome,
      spot: String(values.get('spot')).trim(),
      position,
      hiveScaleId: chosen === UNSAID || chosen === WITHOUT_SCALE ? null : Number(chosen),
      hiveName: name,
    })
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={<FormattedMessage id={isCaught ? 'course-screen.edit' : 'course-screen.editSpot'} />}
      footer={<SheetActions form={form} busy={busy} onCancel={onClose} />}
    >
      <Form id={form} onSubmit={submit} draft={`swarm ${course.alarmId}`}>
        <TextField
          label={<FormattedMessage id="course-screen.spot" />}
          hint={<FormattedMessage id="course-screen.spot.hint" />}
          optional
          name="spot"
          maxLength={200}
          defaultValue={course.spot}
        />
        {placeField(position, setPosition)}
        {isCaught && <Hives hives={hives} value={hive} onChange={setHive} />}
        {isCaught && hive === WITHOUT_SCALE && (
          <TextField
            label={<FormattedMessage id="course-screen.hiveName" />}
            name="hiveName"
            maxLength={60}
            defaultValue={course.hiveName}
          />
        )}
      </Form>
    </Sheet>
  )
}

/** The hives of the owner of the hive it left, plus the option of a hive without a scale. */
function Hives({
  hives,
  value,
  onChange,
}: {
  hives: readonly NamedHive[]
  value: string
  onChange: (value: string) => void
}) {
  const intl = useIntl()
  const options = [
    { value: UNSAID, label: intl.formatMessage({ id: 'course-screen.hive.unsaid' }) },
    { value: WITHOUT_SCALE, label: intl.formatMessage({ id: 'course-screen.hive.without' }) },
    ...hives.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  return (
    <Select
      label={<FormattedMessage id="course-screen.hive" />}
      name="hive"
      optional
      options={options}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
