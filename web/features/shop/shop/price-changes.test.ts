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

it('a price seen for the first time is not a change', () => {
  expect(priceChanges({}, items)).toEqual([])
  expect(seeNewPrices({}, items)).toEqual({ gsm: 39000, swiss: 29000 })
})

it('reports price changes until they are accepted', () => {
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

it('a line derived from the cart is not a price change', () => {
  const seen = acceptPrices({}, items)
  expect(priceChanges(seen, [line('shipping', 'shipping', 0), line('rounding', 'rounding', 2)])).toEqual([])
})

it('remembers prices of goods that were temporarily removed', () => {
  const seen = seeNewPrices(seeNewPrices({}, items), items.slice(0, 1))
  expect(priceChanges(seen, [line('scale', 'swiss', 30000)])).toHaveLength(1)
})
