import { type ReactNode, useEffect, useState } from 'react'
import { SegmentedControl } from '../fields/segmented-control.tsx'
import { Grid, Page, Row, Stack } from '../layout/layout.tsx'
import { Heading } from '../layout/text.tsx'
import { setTheme, setVariant, type Theme, type Variant } from '../theme.ts'
import { ActionSpecimens } from './action-specimens.tsx'
import { EntrySpecimens } from './entry-specimens.tsx'
import { FeedbackSpecimens } from './feedback-specimens.tsx'
import { ListSpecimens } from './list-specimens.tsx'
import { TokenSpecimens } from './token-specimens.tsx'

const variants = [
  { value: 'hivewatch', label: 'HiveWatch' },
  { value: 'biovet', label: 'BioVet' },
] as const
const themes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

function fromAddress<Value extends string>(
  name: string,
  choices: readonly { value: Value }[],
  otherwise: Value,
): Value {
  const wish = new URLSearchParams(window.location.search).get(name)
  return choices.find(({ value }) => value === wish)?.value ?? otherwise
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack as="section" gap={5}>
      <Heading>{title}</Heading>
      {children}
    </Stack>
  )
}

/** Every part of the kit in every state; `?variant=biovet&theme=dark` in the address sets the initial look. */
export function Gallery() {
  const [variant, chooseVariant] = useState<Variant>(() => fromAddress('variant', variants, 'hivewatch'))
  const [theme, chooseTheme] = useState<Theme>(() => fromAddress('theme', themes, 'system'))
  useEffect(() => setVariant(variant), [variant])
  useEffect(() => setTheme(theme), [theme])
  return (
    <Page
      title="The kit"
      lead="Every part in every state."
      actions={
        <Row>
          <SegmentedControl label="Variant" labelHidden segments={variants} value={variant} onChange={chooseVariant} />
          <SegmentedControl label="Theme" labelHidden segments={themes} value={theme} onChange={chooseTheme} />
        </Row>
      }
    >
      <Stack gap={12}>
        <Part title="Colors and type">
          <TokenSpecimens />
        </Part>
        <Part title="Actions">
          <ActionSpecimens />
        </Part>
        <Part title="Entry">
          <Grid columns="card" gap={6}>
            <EntrySpecimens />
          </Grid>
        </Part>
        <Part title="Feedback">
          <FeedbackSpecimens />
        </Part>
        <Part title="Lists and numbers">
          <ListSpecimens />
        </Part>
      </Stack>
    </Page>
  )
}
