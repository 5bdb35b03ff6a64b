import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { ShapeFile } from './shape-file.tsx'

const square = (west: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, 47],
      [west + 1, 47],
      [west + 1, 48],
      [west, 47],
    ],
  ],
})
const file = (...places: number[]) => {
  const features = places.map((west) => ({ type: 'Feature', properties: {}, geometry: square(west) }))
  return new File([JSON.stringify({ type: 'FeatureCollection', features })], 'shapes.geojson')
}

it('starts with all shapes of a file, even after one was chosen from another file', async () => {
  const onShape = vi.fn()
  renderWithMessages(<ShapeFile onShape={onShape} />)
  const drop = screen.getByLabelText(/GeoJSON/)
  fireEvent.change(drop, { target: { files: [file(6, 8)] } })
  const which = await screen.findByRole<HTMLSelectElement>('combobox')
  fireEvent.change(which, { target: { value: '1' } })
  expect(onShape).toHaveBeenLastCalledWith(square(8))
  fireEvent.change(drop, { target: { files: [file(7, 9)] } })
  await expect.poll(() => onShape).toHaveBeenCalledTimes(3)
  await expect.poll(() => which.value).toBe('all')
  expect(onShape.mock.lastCall![0].coordinates).toHaveLength(2)
})
