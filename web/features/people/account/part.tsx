import type { ReactNode } from 'react'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Heading, Text } from '../../../ui/layout/text.tsx'

/** One matter of the account: what it is, a sentence about it, and what can be done. */
export function Part({ title, why, children }: { title: ReactNode; why?: ReactNode; children: ReactNode }) {
  return (
    <Stack as="section">
      <Stack gap={1}>
        <Heading>{title}</Heading>
        {why && <Text tone="neutral">{why}</Text>}
      </Stack>
      {children}
    </Stack>
  )
}
