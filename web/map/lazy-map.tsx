import { MapPinOff } from 'lucide-react'
import { Component, lazy, type ReactNode, Suspense, use, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { MissingPart, withoutReload } from '../offline/reload-once.ts'
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

/** `gone`: with a network a part of the app did not come, which a newer version explains. */
const NoMap = ({ instead, gone = false }: Pick<Shown, 'instead'> & { gone?: boolean }) => (
  <Banner tone="stale" icon={MapPinOff} title={<FormattedMessage id="map.unavailable" />}>
    {gone ? <FormattedMessage id="app.missing.next" /> : (instead ?? <FormattedMessage id="map.unavailable.next" />)}
  </Banner>
)

class MapFallback extends Component<Shown, { failed: boolean; gone: boolean }> {
  override state = { failed: false, gone: false }
  static getDerivedStateFromError(error: unknown) {
    return { failed: true, gone: error instanceof MissingPart && navigator.onLine }
  }
  override render() {
    const { failed, gone } = this.state
    return failed ? <NoMap instead={this.props.instead} gone={gone} /> : this.props.children
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
