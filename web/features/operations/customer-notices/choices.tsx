import { type ReactNode, useId } from 'react'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'

/** A group of related checkboxes, with the error of the choice. */
export function Choices({ legend, error, children }: { legend: ReactNode; error: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend>
        <Text as="span" strong>
          {legend}
        </Text>
      </legend>
      <Stack gap={1}>
        {children}
        <div aria-live="polite" id={id}>
          {error && <Text tone="alarm">{error}</Text>}
        </div>
      </Stack>
    </fieldset>
  )
}
