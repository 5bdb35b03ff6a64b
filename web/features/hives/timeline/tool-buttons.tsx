import { Flag, type LucideIcon, Ruler } from 'lucide-react'
import type { ChartTool } from '../../../charts/view/chart-gestures.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'

const tools = [
  { tool: 'measure', icon: Ruler, label: 'timeline.measure' },
  { tool: 'place', icon: Flag, label: 'timeline.add' },
] as const satisfies readonly { tool: ChartTool; icon: LucideIcon; label: string }[]

/** Chooses what the next press on the chart does; pressing the active tool again returns to moving the chart. */
export function ToolButtons({
  tool: chosen,
  onTool,
  canPlace,
  compact = false,
}: {
  tool: ChartTool
  onTool: (tool: ChartTool) => void
  /** Whether there is anything that can be placed. */
  canPlace: boolean
  /** Icons only. */
  compact?: boolean
}) {
  const intl = useIntl()
  const offered = tools.filter(({ tool }) => tool !== 'place' || canPlace)
  return offered.map(({ tool, icon, label }) => {
    const pressed = tool === chosen
    const button = {
      icon,
      kind: pressed ? ('primary' as const) : ('secondary' as const),
      'aria-pressed': pressed,
      onClick: () => onTool(pressed ? 'pan' : tool),
    }
    return compact ? (
      <IconButton key={tool} {...button} label={intl.formatMessage({ id: label })} />
    ) : (
      <Button key={tool} {...button}>
        <FormattedMessage id={label} />
      </Button>
    )
  })
}
