import { useQuery } from '@tanstack/react-query'
import { LocateFixed, MapPinned, MapPinX } from 'lucide-react'
import { useId, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { CourseBody, SwarmCourse } from '#domain/alerts/swarm-course.ts'
import type { Location } from '#domain/hives/controller.ts'
import { LazyMap, PositionMap } from '../../../map/lazy-map.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { Select } from '../../../ui/select.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { SheetActions } from '../../../ui/sheet-actions.tsx'
import { Text } from '../../../ui/text.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { controllersQuery } from '../../hives/controllers/controller-queries.ts'
import { usePosition } from '../../hives/controllers/use-position.ts'
import { scalesQuery } from '../../hives/scales/scale-queries.ts'

const none: never[] = []
const UNSAID = ''
const WITHOUT_SCALE = 'without'

/** Where a swarm hung, and which hive it went into; nothing of it has to be said. */
export function CourseSheet({
  course,
  busy,
  onSave,
  onClose,
}: {
  course: SwarmCourse
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
        <Position value={position} onChange={setPosition} />
        {isCaught && <Hives course={course} value={hive} onChange={setHive} />}
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

/** The hives of whoever owns the one that it left, and one that has no scale. */
function Hives({ course, value, onChange }: { course: SwarmCourse; value: string; onChange: (value: string) => void }) {
  const intl = useIntl()
  const { data: scales = none } = useQuery(scalesQuery)
  const { data: controllers = none } = useQuery(controllersQuery)
  const access = controllers.find(({ id }) => id === course.controllerId)?.access
  const near = new Set(controllers.filter((one) => one.access === access).map(({ id }) => id))
  const hives = scales.filter(
    ({ id, controllerId, state }) => near.has(controllerId) && state !== 'archived' && id !== course.scaleId,
  )
  const options = [
    { value: UNSAID, label: intl.formatMessage({ id: 'course-screen.hive.unsaid' }) },
    { value: WITHOUT_SCALE, label: intl.formatMessage({ id: 'course-screen.hive.without' }) },
    ...hives.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  return (
    <Select
      label={<FormattedMessage id="course-screen.hive" />}
      optional
      options={options}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** The place of the phone, or a tap on the map. */
function Position({ value, onChange }: { value: Location | null; onChange: (value: Location | null) => void }) {
  const intl = useIntl()
  const [isMapShown, showMap] = useState(false)
  const choose = ({ latitude, longitude }: Location) =>
    onChange({ latitude: Number(latitude.toFixed(DIGITS)), longitude: Number(longitude.toFixed(DIGITS)) })
  const { search, locate } = usePosition(choose)
  return (
    <Stack gap={2}>
      <Row>
        <Button icon={LocateFixed} busy={search === 'searching'} onClick={locate}>
          <FormattedMessage id="claim.locate" />
        </Button>
        <Button icon={MapPinned} aria-expanded={isMapShown} onClick={() => showMap(!isMapShown)}>
          <FormattedMessage id="claim.map" />
        </Button>
        {value && (
          <Button kind="quiet" icon={MapPinX} onClick={() => onChange(null)}>
            <FormattedMessage id="course-screen.noPlace" />
          </Button>
        )}
      </Row>
      {typeof search === 'object' && 'fault' in search && (
        <Banner tone="loss" title={<FormattedMessage id={`claim.locate.${search.fault}`} />}>
          <FormattedMessage id={`claim.locate.${search.fault}.next`} />
        </Banner>
      )}
      {value && (
        <Text size={13} tone="neutral">
          <FormattedMessage id="controller-screen.location.degrees" values={value} />
        </Text>
      )}
      {isMapShown && (
        <LazyMap>
          <PositionMap
            label={intl.formatMessage({ id: 'course-screen.spot' })}
            position={value ?? undefined}
            onChange={choose}
          />
        </LazyMap>
      )}
    </Stack>
  )
}

/** About a meter. */
const DIGITS = 5
