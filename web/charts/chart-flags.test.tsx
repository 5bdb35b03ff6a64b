import { expect, test } from 'vitest'
import { renderWithMessages } from '../ui/render-with-messages.tsx'
import { ChartFlags } from './chart-flags.tsx'
import type { ChartMark } from './plot/cluster-marks.ts'
import { createChartView } from './view/chart-view.ts'

test('the text of a flag leaves room for the number of further marks', () => {
  document.documentElement.style.fontSize = '20px'
  const span = { from: 0, to: 1000 }
  const mark = (n: number): ChartMark => ({ id: `${n}`, time: 980, kind: 'intervention', label: 'Inspection, Ahorn' })
  const widthWith = (count: number) => {
    const marks = Array.from({ length: count }, (_, n) => mark(n))
    const { container, unmount } = renderWithMessages(
      <ChartFlags marks={marks} view={createChartView(span, span)} plotWidth={200} onOpen={() => {}} />,
    )
    const [face] = container.querySelectorAll('button > span')
    const words = face!.querySelector('span')!
    unmount()
    return { shown: Number.parseFloat(words.style.maxWidth), text: face!.textContent }
  }
  const alone = widthWith(1)
  const ofMany = widthWith(206)
  expect(ofMany.text).toBe('Inspection, Ahorn +205')
  // five letters, each 0.6 of 0.9375 of 20 px
  expect(alone.shown - ofMany.shown).toBeCloseTo(5 * 11.25)
})
