import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type AccessoryPicture, accessoryPictures } from '#domain/shop/shop-config.ts'
import { type Pictured, ProductPicture } from './product-picture.tsx'

const drawn = (pictured: Pictured) => render(<ProductPicture {...pictured} />).container.innerHTML
const drawnAs = (picture?: AccessoryPicture) => drawn({ of: 'accessory', picture })

it.each(accessoryPictures)('%s has a drawing of its own, which screen readers ignore', (picture) => {
  const own = drawnAs(picture)
  expect(own).toMatch(/^<svg [^>]*aria-hidden="true"[^>]*><(path|rect|circle) /)
  const others = accessoryPictures.filter((other) => other !== picture).map(drawnAs)
  expect([...others, drawn({ of: 'transmitter' }), drawn({ of: 'scale' })]).not.toContain(own)
})

it('an accessory without a picture of its own is a parcel', () => {
  expect(drawnAs()).toBe(drawnAs('parcel'))
})
