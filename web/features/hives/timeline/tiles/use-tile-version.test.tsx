import { render } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { expect, test } from 'vitest'
import { createTileMemory } from './tile-memory.ts'
import { useTileVersion } from './use-tile-version.ts'

const never = () => new Promise<never>(() => {})

test('tiles that arrive during rendering are noticed, as are later ones', async () => {
  const memory = createTileMemory(never)
  const seen: number[] = []
  const Screen = () => {
    seen.push(useTileVersion(memory))
    // runs before anything listens
    useLayoutEffect(() => memory.clear(), [])
    return null
  }
  render(<Screen />)
  await expect.poll(() => seen.at(-1)).toBe(1)
  memory.clear()
  memory.clear()
  await expect.poll(() => seen.at(-1)).toBe(3)
})

test('an unmounted screen is no longer notified', () => {
  const memory = createTileMemory(never)
  let listening = 0
  const subscribe = (listener: () => void) => {
    const end = memory.subscribe(listener)
    listening++
    return () => {
      listening--
      return end()
    }
  }
  const source = { subscribe, version: memory.version }
  const Screen = () => <p>{useTileVersion(source)}</p>
  const { unmount } = render(<Screen />)
  expect(listening).toBe(1)
  unmount()
  expect(listening).toBe(0)
})
