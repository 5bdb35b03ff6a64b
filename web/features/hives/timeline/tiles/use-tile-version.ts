import { startTransition, useEffect, useState } from 'react'
import type { TileMemory } from './tile-memory.ts'

/** Counts up when other tiles are held: what came is put up in short pieces, between which the page is heard. */
export function useTileVersion({ subscribe, version }: Pick<TileMemory, 'subscribe' | 'version'>): number {
  const [seen, setSeen] = useState(version)
  useEffect(() => {
    const look = () => startTransition(() => setSeen(version()))
    // what came before this was heard of
    look()
    return subscribe(look)
  }, [subscribe, version])
  return seen
}
