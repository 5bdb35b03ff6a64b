import type { ReactNode } from 'react'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Heading, Text } from '../../../ui/layout/text.tsx'

/** One section of the account: its title, a sentence about it, and its actions. */
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
