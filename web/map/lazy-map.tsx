import { MapPinOff } from 'lucide-react'
import { Component, lazy, type ReactNode, Suspense, use, useState } from 'react'
import { FormattedMessage } from '../i18n/intl.tsx'
import { MissingPart, withoutReload } from '../offline/reload-once.ts'
import { Text } from '../ui/layout/text.tsx'
import { Banner } from '../ui/status/banner.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { hasWebGl } from './has-web-gl.ts'
import { workerAddress } from './worker-address.ts'

/**
 * Without a network, a part that was never loaded makes the page reload, which would lose what was entered. So the map is requested only if it is available;
 * its worker is the last thing it loads.
 */
async function isAtHand(): Promise<boolean> {
  return navigator.onLine || ('caches' in window && (await caches.match(workerAddress)) !== undefined)
}

type Shown = {
  /** What to do if there is no map. */
  instead?: ReactNode
  /** The place can also be entered without the map. */
  byHand?: boolean
  /** Shown in its place. */
  fallback?: ReactNode
  children: ReactNode
}

/**
 * Loads the map code when it is first needed, since it is far larger than the rest of the app. Put what needs it into `children`, created with `lazy`. If it
 * cannot be shown, a text says why.
 */
export function LazyMap(shown: Shown) {
  const [atHand] = useState(isAtHand)
  if (!hasWebGl()) return <NoMap {...shown} why="drawing" />
  return (
    <MapFallback {...shown}>
      <Suspense fallback={<Skeleton shape="chart" />}>
        <WhenAtHand atHand={atHand} {...shown} />
      </Suspense>
    </MapFallback>
  )
}

function WhenAtHand({ atHand, ...shown }: Shown & { atHand: Promise<boolean> }) {
  if (!use(atHand)) return <NoMap {...shown} why="network" />
  return (
    <>
      {shown.children}
      <Text tone="neutral">
        <FormattedMessage id="map.sources" />
      </Text>
    </>
  )
}

/** `drawing`: the browser cannot draw maps. `gone`: a part of the app could not be loaded despite a network, which a newer version would explain. */
function NoMap({ instead, byHand, fallback, why }: Omit<Shown, 'children'> & { why: 'drawing' | 'network' | 'gone' }) {
  if (fallback) return fallback
  const reasons = {
    drawing: <FormattedMessage id="map.unavailable.drawing" />,
    network: instead ?? <FormattedMessage id="map.unavailable.next" />,
    gone: <FormattedMessage id="app.missing.next" />,
  }
  return (
    <Banner tone="stale" icon={MapPinOff} title={<FormattedMessage id="map.unavailable" />}>
      {reasons[why]} {byHand && why !== 'gone' && <FormattedMessage id="map.unavailable.byHand" />}
    </Banner>
  )
}

class MapFallback extends Component<Shown, { why: 'network' | 'gone' | undefined }> {
  override state: { why: 'network' | 'gone' | undefined } = { why: undefined }
  static getDerivedStateFromError(error: unknown) {
    return { why: error instanceof MissingPart && navigator.onLine ? 'gone' : 'network' }
  }
  override render() {
    const { why } = this.state
    return why ? <NoMap {...this.props} why={why} /> : this.props.children
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
