import type { CSSProperties } from 'react'
import { seriesCount } from '../display/series.ts'
import { SeriesSwatch } from '../display/series-swatch.tsx'
import { Grid, Row, Stack } from '../layout/layout.tsx'
import { Text } from '../layout/text.tsx'
import styles from './token-specimens.module.css'

const colors = [
  'ground',
  'surface',
  'sunken',
  'line',
  'line-strong',
  'ink',
  'ink-quiet',
  'accent',
  'accent-ink',
  'accent-line',
  'accent-soft',
  'gain',
  'loss',
  'alarm',
  'stale',
  'ok',
  'focus',
]
const sizes = [13, 15, 17, 20, 28, 40]

export function TokenSpecimens() {
  return (
    <Stack gap={6}>
      <Grid columns="small" gap={3}>
        {colors.map((color) => (
          <div key={color} className={styles.color}>
            <span className={styles.patch} style={{ '--patch': `var(--${color})` } as CSSProperties} />
            {color}
          </div>
        ))}
      </Grid>
      <Row gap={6}>
        {Array.from({ length: seriesCount }, (_, index) => index).map((index) => (
          <Row key={index} gap={2} wrap={false}>
            <SeriesSwatch index={index} />
            <Text as="span">Series {index + 1}</Text>
          </Row>
        ))}
      </Row>
      <Stack gap={1}>
        {sizes.map((size) => (
          <div key={size} className={styles.line} style={{ fontSize: `var(--text-${size})` }}>
            {size} — 42.36 kg, +1.24 kg
          </div>
        ))}
      </Stack>
      <Stack gap={1}>
        <Text>Body text in full ink, as long as a line stays easy to read.</Text>
        <Text tone="neutral">Quieter text for what stands behind.</Text>
        <Text tone="gain">Gain +1.24 kg</Text>
        <Text tone="loss">Loss −0.31 kg</Text>
        <Text tone="alarm">Alarm: swarm</Text>
        <Text tone="stale">Nothing for 9 hours</Text>
        <Text>
          More on <a href="#link">how the alarms work</a>.
        </Text>
      </Stack>
    </Stack>
  )
}
