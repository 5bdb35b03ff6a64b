import { useState } from 'react'
import type { Shape } from '#domain/hives/regions/region-geometry.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { FileDrop } from '../../../ui/fields/file-drop.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { type FileShape, shapesInFile, together } from './shapes-in-file.ts'

const FILE_MAXIMUM_BYTES = 20_000_000
const ALL = 'all'

/** Reads a shape from a GeoJSON file; if it has several, one of them or all combined. */
export function ShapeFile({ onShape }: { onShape: (shape: Shape) => void }) {
  const intl = useIntl()
  const [shapes, setShapes] = useState<FileShape[]>([])
  const [which, setWhich] = useState(ALL)
  const [problem, setProblem] = useState<'unreadable' | 'noShape'>()
  const open = async ([file]: File[]) => {
    const found = shapesInFile(await file!.text())
    setProblem(found === undefined ? 'unreadable' : found.length === 0 ? 'noShape' : undefined)
    setShapes(found ?? [])
    setWhich(ALL)
    if (found?.length) onShape(found.length === 1 ? found[0]!.shape : together(found))
  }
  const choose = (value: string) => {
    setWhich(value)
    onShape(value === ALL ? together(shapes) : shapes[Number(value)]!.shape)
  }
  return (
    <Stack>
      <FileDrop
        label={<FormattedMessage id="region.file" />}
        hint={<FormattedMessage id="region.file.hint" />}
        accept=".geojson,.json"
        maxBytes={FILE_MAXIMUM_BYTES}
        onFiles={(files) => void open(files)}
        error={problem && <FormattedMessage id={`region.file.${problem}`} />}
      />
      {shapes.length > 1 && (
        <Select
          name="which"
          label={<FormattedMessage id="region.file.which" />}
          value={which}
          onChange={({ target }) => choose(target.value)}
          options={[
            { value: ALL, label: intl.formatMessage({ id: 'region.file.all' }, { count: shapes.length }) },
            ...shapes.map(({ name }, index) => ({
              value: String(index),
              label: name || intl.formatMessage({ id: 'region.file.one' }, { number: index + 1 }),
            })),
          ]}
        />
      )}
    </Stack>
  )
}
