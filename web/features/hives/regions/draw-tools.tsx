import { Check, Move, Pentagon, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { countPlaces, type Shape } from '#domain/hives/regions/region-geometry.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { outlinesToDraw } from '../../../map/outlines-to-draw.ts'
import { useOnline } from '../../../offline/connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Skeleton } from '../../../ui/status/skeleton.tsx'
import { useKeptFocus } from '../../../ui/use-kept-focus.ts'
import type { ShapeDraft } from './use-shape-draft.ts'

export type Tool = 'new' | 'corners' | undefined

/** Up to this many corners can be moved one by one. */
const MOVABLE_MAXIMUM = 300

const canMove = (shape: Shape) => countPlaces(shape) <= MOVABLE_MAXIMUM && outlinesToDraw(shape) !== undefined

interface DrawToolsProps {
  draft: ShapeDraft
  tool: Tool
  /** Whether the map can follow the tool; it has to load first. */
  ready: boolean
  onTool: (tool: Tool) => void
}

/** The tools for drawing on the map, with instructions. */
export function DrawTools(props: DrawToolsProps) {
  const place = useRef<HTMLDivElement>(null)
  useKeptFocus(place, `${props.tool} ${props.draft.drawn !== undefined}`)
  return (
    <div ref={place} tabIndex={-1}>
      <Tools {...props} />
    </div>
  )
}

function Tools({ draft: { drawn, put }, tool, ready, onTool }: DrawToolsProps) {
  const online = useOnline()
  if (tool) {
    return (
      <Stack gap={2}>
        {ready ? (
          <Text>
            <FormattedMessage id={tool === 'new' ? 'region.draw.hint' : 'region.move.hint'} />
          </Text>
        ) : (
          <Skeleton count={1} />
        )}
        <Row>
          <Button icon={Check} onClick={() => onTool(undefined)}>
            <FormattedMessage id="region.draw.done" />
          </Button>
        </Row>
      </Stack>
    )
  }
  return (
    <Row>
      <Button icon={Pentagon} disabled={!online} onClick={() => onTool('new')}>
        <FormattedMessage id={drawn ? 'region.draw.more' : 'region.draw'} />
      </Button>
      {drawn && canMove(drawn) && (
        <Button icon={Move} disabled={!online} onClick={() => onTool('corners')}>
          <FormattedMessage id="region.move" />
        </Button>
      )}
      {drawn && (
        <Button kind="quiet" icon={Trash2} onClick={() => put(undefined)}>
          <FormattedMessage id="region.clear" />
        </Button>
      )}
    </Row>
  )
}
