import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import type { Controller } from '#domain/hives/controller.ts'
import type { Scale } from '#domain/hives/scale.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { SeriesSwatch } from '../../../ui/display/series-swatch.tsx'
import { Tree } from '../../../ui/display/tree.tsx'
import type { TreeNode } from '../../../ui/display/tree-state.ts'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { curveLooks } from './curves/curve-looks.ts'
import { type CurveNode, checkedCurves, controllerNodeId, curveTree } from './series-tree.ts'
import { type ChartState, type ShownController, shownSeries, showSeries } from './state/chart-state.ts'
import { parseSeriesKey } from './state/series-key.ts'
import { MOST_AT_ONCE, weightKeys } from './state/shown-controllers.ts'

/** The tree of transmitters, scales and sensors for switching curves on and off. */
export function CurvePicker({
  state,
  controllers,
  scales,
  places,
}: {
  state: ChartState
  controllers: readonly Controller[]
  scales: readonly Scale[]
  places: readonly ShownController[]
}) {
  const intl = useIntl()
  const { series, expandedControllers } = useSnapshot(state)
  const shown = useMemo(() => new Set(shownSeries(series)), [series])
  const nodes = useMemo(
    () =>
      curveTree(
        controllers,
        scales,
        {
          quantity: (column) => intl.formatMessage({ id: `timeline.quantity.${column}` }),
          sensors: intl.formatMessage({ id: 'timeline.sensors' }),
          transmitter: intl.formatMessage({ id: 'timeline.transmitter' }),
          archived: (name) => intl.formatMessage({ id: 'timeline.archived' }, { name }),
        },
        shown,
      ),
    [controllers, scales, intl, shown],
  )
  const looks = useMemo(() => curveLooks([...shown], scales), [shown, scales])
  const branches = useMemo(() => controllers.map(({ id }) => ({ id, node: controllerNodeId(id) })), [controllers])
  const openSensors = controllers.filter(({ id }) => expandedControllers.includes(-id)).map(({ id }) => `sensors-${id}`)
  const open = branches.filter(({ id }) => expandedControllers.includes(id)).map(({ node }) => node)

  const toTreeNode = ({ id, key, label, children }: CurveNode): TreeNode => {
    const seriesId = key ? parseSeriesKey(key)!.seriesId : 0
    const look = looks[seriesId] ?? scales.find((scale) => scale.id === seriesId)?.color
    return {
      id,
      label,
      text: label,
      ...(look !== undefined && { end: <SeriesSwatch index={look} /> }),
      ...(children && { children: children.map(toTreeNode) }),
    }
  }
  const all = weightKeys(scales, undefined, scales.length)
  const isCut = all.length > MOST_AT_ONCE && all.filter((key) => shown.has(key)).length === MOST_AT_ONCE
  return (
    <Stack gap={2}>
      {isCut && (
        <Text tone="neutral">
          <FormattedMessage id="timeline.firstOfMany" values={{ shown: MOST_AT_ONCE, all: all.length }} />
        </Text>
      )}
      <Tree
        label={intl.formatMessage({ id: 'timeline.curves' })}
        nodes={nodes.map(toTreeNode)}
        checked={shown}
        onCheck={(checked) => showSeries(state, checkedCurves(shown, checked), places)}
        expanded={new Set([...open, ...openSensors])}
        onExpand={(expanded) => {
          state.expandedControllers = controllers.flatMap(({ id }) => [
            ...(expanded.has(controllerNodeId(id)) ? [id] : []),
            ...(expanded.has(`sensors-${id}`) ? [-id] : []),
          ])
        }}
      />
    </Stack>
  )
}
