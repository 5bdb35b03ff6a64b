import type { ReactNode } from 'react'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Heading, Text } from '../../../ui/layout/text.tsx'
import { Logo } from './logo.tsx'
import styles from './notice.module.css'

/** A page with only text below the logo: what happened, and what to do next. */
export function Notice({ title, next, children }: { title: ReactNode; next: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.notice}>
      <Stack gap={5} align="center">
        <Logo size="large" />
        <Heading level={1}>{title}</Heading>
        <Text>{next}</Text>
        {children}
      </Stack>
    </div>
  )
}
