import { Undo2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { boxOf, type Shape } from '#domain/hives/regions/region-geometry.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { LazyMap, ShapeMap } from '../../../map/lazy-map.tsx'
import { Button } from '../../../ui/button.tsx'
import { CodeEditor } from '../../../ui/fields/code-editor.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { KeptValue } from '../../../ui/form/kept-value.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { DrawTools, type Tool } from './draw-tools.tsx'
import { withPolygon } from './fewer-places.ts'
import { ShapeFile } from './shape-file.tsx'
import { ShapeState } from './shape-state.tsx'
import { useFaultWords } from './use-fault-words.ts'
import type { ShapeDraft } from './use-shape-draft.ts'

type Way = 'draw' | 'file' | 'text'

/** The shape of a region: drawn, from a file, or typed; always shown on the map, with faults marked where they are. */
export function ShapePart({
  draft,
  others,
  missing,
}: {
  draft: ShapeDraft
  others: readonly Shape[]
  /** The user tried to save without a shape. */
  missing: boolean
}) {
  const intl = useIntl()
  const wordsOf = useFaultWords()
  const [way, setWay] = useState<Way>(draft.text ? 'text' : 'draw')
  const [tool, setTool] = useState<Tool>()
  const [ready, setReady] = useState(false)
  const take = (next: Tool) => {
    setTool(next)
    setReady(false)
  }
  const onReady = () => setReady(true)
  const { read, drawn } = draft
  const box = useMemo(() => (drawn ? boxOf(drawn) : undefined), [drawn])
  const faults = read.state === 'faulty' ? read.faults : []
  const errors =
    read.state === 'unreadable'
      ? [{ line: read.line, message: intl.formatMessage({ id: 'region.text.unreadable' }) }]
      : faults.map((fault) => ({ line: fault.line, message: wordsOf(fault) }))
  return (
    <Stack>
      <KeptValue name="shape" value={draft.text} onChange={draft.type} />
      <Row justify="between" align="end">
        <SegmentedControl<Way>
          label={<FormattedMessage id="region.way" />}
          value={way}
          onChange={(next) => {
            setWay(next)
            take(undefined)
          }}
          segments={[
            { value: 'draw', label: <FormattedMessage id="region.way.draw" /> },
            { value: 'file', label: <FormattedMessage id="region.way.file" /> },
            { value: 'text', label: <FormattedMessage id="region.way.text" /> },
          ]}
        />
        {draft.undo && (
          <Button kind="quiet" icon={Undo2} onClick={draft.undo}>
            <FormattedMessage id="region.undo" />
          </Button>
        )}
      </Row>
      {way === 'draw' && <DrawTools draft={draft} tool={tool} ready={ready} onTool={take} />}
      {way === 'file' && <ShapeFile onShape={draft.put} />}
      <ShapeState draft={draft} missing={missing} />
      <LazyMap>
        <ShapeMap
          label={intl.formatMessage({ id: 'region.map' })}
          shape={drawn}
          box={box}
          others={others}
          faults={faults.flatMap(({ at }) => (at ? [at] : []))}
          drawing={
            tool === 'new'
              ? { tool, onReady, onDrawn: (polygon) => draft.put(withPolygon(drawn, polygon)) }
              : tool === 'corners'
                ? { tool, onReady, onDrawn: (polygons) => draft.put(fromPolygons(polygons)) }
                : undefined
          }
        />
      </LazyMap>
      {way === 'text' && (
        <CodeEditor
          name="shapeText"
          label={<FormattedMessage id="region.text" />}
          hint={<FormattedMessage id="region.text.hint" />}
          value={draft.text}
          onChange={draft.type}
          errors={errors}
        />
      )}
    </Stack>
  )
}

const fromPolygons = (polygons: readonly (Shape & { type: 'Polygon' })[]): Shape | undefined =>
  polygons.reduce<Shape | undefined>((shape, polygon) => withPolygon(shape, polygon), undefined)
