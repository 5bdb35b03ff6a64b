import { type ReactNode, useState } from 'react'
import type { ChartMark } from '../../../../charts/plot/cluster-marks.ts'
import { FormattedMessage, useIntl } from '../../../../i18n/intl.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Stack } from '../../../../ui/layout/layout.tsx'
import { Text } from '../../../../ui/layout/text.tsx'
import { Sheet } from '../../../../ui/overlay/sheet.tsx'

/** What a flag stands for; if it stands for several marks, first asks which. */
export function MarkSheet({
  marks,
  onClose,
  details,
}: {
  /** Undefined: closed. */
  marks: readonly ChartMark[]
  onClose: () => void
  /** Content beyond the mark's time and label; its actions may close the sheet. */
  details: (mark: ChartMark, close: () => void) => ReactNode
}) {
  const intl = useIntl()
  const [chosenId, choose] = useState<string>()
  const chosen = marks.length === 1 ? marks[0] : marks.find(({ id }) => id === chosenId)
  const close = () => {
    choose(undefined)
    onClose()
  }
  const time = (mark: ChartMark) => intl.formatDate(mark.time * 1000, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <Sheet
      open={marks.length > 0}
      onClose={close}
      title={
        chosen?.kind === 'alarm' ? (
          <FormattedMessage id="timeline.alarm" />
        ) : (
          (chosen?.label ?? <FormattedMessage id="timeline.marks" values={{ count: marks.length }} />)
        )
      }
    >
      {chosen ? (
        <Stack>
          {chosen.kind !== 'alarm' && (
            <Text tone="neutral" as="time">
              {time(chosen)}
            </Text>
          )}
          {details(chosen, close)}
        </Stack>
      ) : (
        <Stack gap={2}>
          {marks.map((mark) => (
            <Button key={mark.id} wide onClick={() => choose(mark.id)}>
              {mark.label} · {time(mark)}
            </Button>
          ))}
        </Stack>
      )}
    </Sheet>
  )
}
