import { expect, it } from 'vitest'
import { acceptPrices, type PricedItem, priceChanges, seeNewPrices } from './price-changes.ts'

const line = (kind: PricedItem['kind'], key: string, unitPrice: number): PricedItem => ({
  kind,
  key,
  label: key,
  count: 1,
  unitPrice,
  amount: unitPrice,
})
const items = [line('controller', 'gsm', 39000), line('scale', 'swiss', 29000), line('shipping', 'shipping', 1400)]

it('what is seen for the first time is no change', () => {
  expect(priceChanges({}, items)).toEqual([])
  expect(seeNewPrices({}, items)).toEqual({ gsm: 39000, swiss: 29000 })
})

it('tells what became dearer or cheaper until it is accepted', () => {
  const seen = seeNewPrices({}, items)
  const dearer = [line('controller', 'gsm', 41000), line('scale', 'swiss', 28000)]
  const changes = [
    { key: 'gsm', label: 'gsm', before: 39000, after: 41000 },
    { key: 'swiss', label: 'swiss', before: 29000, after: 28000 },
  ]
  expect(priceChanges(seen, dearer)).toEqual(changes)
  expect(priceChanges(seeNewPrices(seen, dearer), dearer)).toEqual(changes)
  expect(priceChanges(acceptPrices(seen, dearer), dearer)).toEqual([])
})

it('what follows from the cart is no price that changed', () => {
  const seen = acceptPrices({}, items)
  expect(priceChanges(seen, [line('shipping', 'shipping', 0), line('rounding', 'rounding', 2)])).toEqual([])
})

it('remembers what was taken out of the cart for a while', () => {
  const seen = seeNewPrices(seeNewPrices({}, items), items.slice(0, 1))
  expect(priceChanges(seen, [line('scale', 'swiss', 30000)])).toHaveLength(1)
})
