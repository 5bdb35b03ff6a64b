import { ArrowLeftRight, Spline } from 'lucide-react'
import { REGION_PLACES_MAXIMUM, swapAxes } from '#domain/hives/regions/region-geometry.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import { fewerPlaces } from './fewer-places.ts'
import { swapInText } from './shape-text.ts'
import { useFaultWords } from './use-fault-words.ts'
import type { ShapeDraft } from './use-shape-draft.ts'

/** Whether the shape can be saved; if not, why, and how to fix it. */
export function ShapeState({ draft, missing }: { draft: ShapeDraft; missing: boolean }) {
  const wordsOf = useFaultWords()
  const { read } = draft
  if (read.state === 'empty') {
    return missing ? <Banner tone="alarm" title={<FormattedMessage id="region.shape.missing" />} /> : null
  }
  if (read.state === 'unreadable') {
    return <Banner tone="alarm" title={<FormattedMessage id="region.text.unreadable" />} />
  }
  if (read.state === 'faulty') {
    const [first, ...more] = read.faults
    return (
      <Banner
        tone="alarm"
        title={wordsOf(first!)}
        actions={
          first!.code === 'swapped' && (
            <Button icon={ArrowLeftRight} onClick={() => draft.put(swapInText(draft.text))}>
              <FormattedMessage id="region.swap" />
            </Button>
          )
        }
      >
        {more.length > 0 && <FormattedMessage id="region.fault.more" values={{ count: more.length }} />}
      </Banner>
    )
  }
  const { shape, places, looksSwapped } = read
  if (places > REGION_PLACES_MAXIMUM) {
    return (
      <Banner
        tone="loss"
        title={<FormattedMessage id="region.detailed" values={{ places, maximum: REGION_PLACES_MAXIMUM }} />}
        actions={
          <Button icon={Spline} onClick={() => draft.put(fewerPlaces(shape, REGION_PLACES_MAXIMUM))}>
            <FormattedMessage id="region.simplify" />
          </Button>
        }
      />
    )
  }
  if (looksSwapped) {
    return (
      <Banner
        tone="loss"
        title={<FormattedMessage id="region.swapped" />}
        actions={
          <Button icon={ArrowLeftRight} onClick={() => draft.put(swapAxes(shape))}>
            <FormattedMessage id="region.swap" />
          </Button>
        }
      >
        <FormattedMessage id="region.swapped.next" />
      </Banner>
    )
  }
  return (
    <Text tone="neutral">
      <FormattedMessage id="region.shape.good" values={{ places }} />
    </Text>
  )
}
