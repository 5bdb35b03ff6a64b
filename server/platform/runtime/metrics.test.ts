import { expect, it } from 'vitest'
import { createMetrics } from './metrics.ts'

it('counts once, however many ask at the same moment', async () => {
  const metrics = createMetrics()
  metrics.counter('bees_total', 'Bees', async () => 7)
  metrics.gauge('hives', 'Hives', async () => [{ labels: { state: 'open' }, value: 2 }], ['state'])
  const texts = await Promise.all([metrics.text(), metrics.text()])
  for (const text of texts) {
    expect(text).toMatch(/^bees_total 7$/m)
    expect(text).toMatch(/^hives\{state="open"\} 2$/m)
  }
})
