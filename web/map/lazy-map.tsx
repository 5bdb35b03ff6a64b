import { MapPinOff } from 'lucide-react'
import { Component, lazy, type ReactNode, Suspense, use, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { withoutReload } from '../offline/reload-once.ts'
import { Banner } from '../ui/banner.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Text } from '../ui/text.tsx'
import { workerAddress } from './worker-address.ts'

/**
 * Without a network a part that was never loaded makes the page load anew, which would lose what was entered: so the map is
 * only asked for when it can be had. Its worker is what it loads last.
 */
async function isAtHand(): Promise<boolean> {
  return navigator.onLine || ('caches' in window && (await caches.match(workerAddress)) !== undefined)
}

/**
 * Loads what shows a map when it is first needed: it is far larger than the rest of the app. Put what needs it into
 * `children`, made with `lazy`. Where it cannot be shown, words say why, and `instead` what to do.
 */
export function LazyMap({ instead, children }: { instead?: ReactNode; children: ReactNode }) {
  const [atHand] = useState(isAtHand)
  return (
    <MapFallback instead={instead}>
      <Suspense fallback={<Skeleton shape="chart" />}>
        <WhenAtHand atHand={atHand} instead={instead}>
          {children}
        </WhenAtHand>
      </Suspense>
      <Text size={13} tone="neutral">
        <FormattedMessage id="map.sources" />
      </Text>
    </MapFallback>
  )
}

type Shown = { instead: ReactNode; children: ReactNode }

function WhenAtHand({ atHand, instead, children }: Shown & { atHand: Promise<boolean> }) {
  return use(atHand) ? children : <NoMap instead={instead} />
}

const NoMap = ({ instead }: Pick<Shown, 'instead'>) => (
  <Banner tone="stale" icon={MapPinOff} title={<FormattedMessage id="map.unavailable" />}>
    {instead ?? <FormattedMessage id="map.unavailable.next" />}
  </Banner>
)

class MapFallback extends Component<Shown, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override render() {
    return this.state.failed ? <NoMap instead={this.props.instead} /> : this.props.children
  }
}

export const BaseMap = lazy(async () => ({
  default: (await withoutReload(() => import('./base-map.tsx'))).BaseMap,
}))
export const PositionMap = lazy(async () => ({
  default: (await withoutReload(() => import('./position-map.tsx'))).PositionMap,
}))
export const ShapeMap = lazy(async () => ({
  default: (await withoutReload(() => import('./shape-map.tsx'))).ShapeMap,
}))
