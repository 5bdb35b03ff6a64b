import { startTransition, useEffect, useState } from 'react'
import type { TileMemory } from './tile-memory.ts'

/** A counter that rises when the tiles held change. New tiles are rendered as a transition, so that the page stays responsive. */
export function useTileVersion({ subscribe, version }: Pick<TileMemory, 'subscribe' | 'version'>): number {
  const [seen, setSeen] = useState(version)
  useEffect(() => {
    const look = () => startTransition(() => setSeen(version()))
    // catch changes made before the subscription
    look()
    return subscribe(look)
  }, [subscribe, version])
  return seen
}
