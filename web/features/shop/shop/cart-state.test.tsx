import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyAddress, startCart, withCount } from '#domain/shop/cart.ts'
import { storedCartKeys, takeCarts } from '../../../offline/stored-cart-keys.ts'
import { carts, changeCart, endCart, followCarts, setAddress, setAttempt, setPlaced, setSeen } from './cart-state.ts'
import { parseKept } from './cart-storage.ts'
import { attemptFor, isOrdered } from './place-order.ts'

const MODE = 'hardware+digital'
const KEY = storedCartKeys[MODE]
const kept = () => carts[MODE].kept
const stored = () => parseKept(localStorage.getItem(KEY), MODE)

let stop = () => {}
beforeEach(() => {
  localStorage.clear()
  stop = followCarts()
})
afterEach(() => stop())

/** Simulates the storage event that follows when another tab writes. */
function hearFromOtherTab(newValue: string | null): void {
  if (newValue === null) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, newValue)
  window.dispatchEvent(new StorageEvent('storage', { key: KEY, newValue }))
}

it('stores each change on the device, and nothing before the first one', () => {
  expect(localStorage.getItem(KEY)).toBeNull()
  changeCart(MODE, (cart) => withCount(cart, 'scales', 'swiss', 2))
  setSeen(MODE, () => ({ swiss: 29000 }))
  expect(stored()).toEqual(kept())
  expect(kept()).toMatchObject({ cart: { scales: { swiss: 2 } }, seen: { swiss: 29000 } })
})

it('stores neither totals nor the order being placed', () => {
  Object.assign(carts[MODE].validate, { total: 99, fetching: true })
  changeCart(MODE, (cart) => ({ ...cart, comment: 'twice' }))
  expect(JSON.parse(localStorage.getItem(KEY) ?? '')).not.toHaveProperty('validate')
  expect(localStorage.getItem(KEY)).not.toContain('99')
})

it('takes over changes another tab made to the cart', () => {
  const other = { ...startCart(MODE), accessories: { cable: 3 }, seen: { cable: 100 } }
  hearFromOtherTab(JSON.stringify(other))
  expect(kept()).toMatchObject({ cart: { accessories: { cable: 3 } }, seen: { cable: 100 } })
})

it('builds on what another tab has just written, even before the event arrives', () => {
  changeCart(MODE, (cart) => withCount(cart, 'scales', 'swiss', 2))
  localStorage.setItem(KEY, JSON.stringify({ ...startCart(MODE), accessories: { cable: 3 } }))
  setSeen(MODE, () => ({ cable: 100 }))
  expect(kept().cart.accessories).toEqual({ cable: 3 })
  expect(stored()).toEqual(kept())
})

it('forgets the cart and its address with a sign-out, here and in another tab', () => {
  setAddress({ lastname: 'Müller' })
  hearFromOtherTab(null)
  expect(kept().cart.address).toEqual(emptyAddress)
  setAddress({ lastname: 'Müller' })
  localStorage.clear()
  stop()
  stop = followCarts()
  expect(kept().cart.address).toEqual(emptyAddress)
  expect(localStorage.getItem(KEY)).toBeNull()
})

it('both wizards share the address and nothing else', () => {
  setAddress({ email: 'anna@example.org' })
  changeCart('digital', (cart) => ({ ...cart, nofSubscriptions: 4 }))
  expect(carts.digital.kept.cart).toMatchObject({ mode: 'digital', address: { email: 'anna@example.org' } })
  expect(kept().cart).toMatchObject({ mode: MODE, nofSubscriptions: 0, address: { email: 'anna@example.org' } })
})

it('the same cart is one order; another cart is another order', () => {
  let made = 0
  const newId = () => `id-${++made}`
  const cart = startCart('digital')
  const first = attemptFor(cart, null, newId)
  expect(attemptFor({ ...cart }, first, newId)).toEqual(first)
  expect(attemptFor({ ...cart, nofSubscriptions: 2 }, first, newId).id).toBe('id-2')
})

it('a cart with another payment method is the same order, and is recognized as ordered', () => {
  const cart = { ...startCart('digital'), comment: '"paymentMethod":"twint"', paymentMethod: 'card' as const }
  const attempt = attemptFor(cart, null, () => 'id-1')
  const other = { ...cart, paymentMethod: 'prepayment' as const }
  expect(attemptFor(other, attempt, () => 'id-2')).toEqual(attempt)
  expect(isOrdered(other, { cart: other, seen: {}, attempt, placed: 'KEY-1' })).toBe(true)
  expect(attemptFor({ ...cart, comment: '"paymentMethod":"card"' }, attempt, () => 'id-2').id).toBe('id-2')
})

it('a new cart begins once its order was seen, and only once', () => {
  setAddress({ city: 'Bern' })
  changeCart(MODE, (cart) => withCount(cart, 'scales', 'swiss', 2))
  setAttempt(MODE, (last) => attemptFor(kept().cart, last, () => 'id'))
  expect(isOrdered(kept().cart, kept())).toBe(false)
  setPlaced(MODE, 'KEY-1')
  expect(isOrdered(kept().cart, kept())).toBe(true)
  endCart(MODE, 'KEY-0')
  expect(kept().cart.scales).toEqual({ swiss: 2 })
  endCart(MODE, 'KEY-1')
  expect(kept().cart).toEqual(startCart(MODE, { ...emptyAddress, city: 'Bern' }))
  expect(isOrdered(kept().cart, kept())).toBe(false)
  changeCart(MODE, (cart) => withCount(cart, 'scales', 'swiss', 1))
  endCart(MODE, 'KEY-1')
  expect(kept().cart.scales).toEqual({ swiss: 1 })
})

it.each([null, 'no json', '[]', '7', '{"seen":{"swiss":"x"},"attempt":{"id":4},"placed":7,"mode":"other"}'])(
  'begins anew with what cannot be read: %s',
  (text) => {
    expect(parseKept(text, 'digital')).toEqual({ cart: startCart('digital'), seen: {}, attempt: null, placed: null })
  },
)

describe('when a session ended', () => {
  const endOf = (owner: number | undefined) => {
    changeCart(MODE, (cart) => withCount(cart, 'scales', 'swiss', 2))
    stop()
    takeCarts(owner)
    stop = followCarts()
    expect(kept().cart.scales).toEqual({})
    expect(localStorage.getItem(KEY)).toBeNull()
    stop()
  }

  it('returns the cart to its owner, once', () => {
    endOf(7)
    stop = followCarts(7)
    expect(kept().cart.scales).toEqual({ swiss: 2 })
    expect(stored()).toEqual(kept())
    stop()
    localStorage.clear()
    stop = followCarts(7)
    expect(kept().cart.scales).toEqual({})
  })

  it.each([
    ['somebody else came in between', 7, [8, 7]],
    ['somebody else comes', 7, [8]],
    ['they signed out themselves', undefined, [7]],
  ])('keeps the cart from everybody where %s', (_case, owner, comers) => {
    endOf(owner)
    for (const comer of comers) {
      stop()
      stop = followCarts(comer)
    }
    expect(kept().cart.scales).toEqual({})
  })

  it('keeps a cart that was filled since', () => {
    endOf(7)
    localStorage.setItem(KEY, JSON.stringify({ ...startCart(MODE), accessories: { cable: 3 } }))
    stop = followCarts(7)
    expect(kept().cart).toMatchObject({ scales: {}, accessories: { cable: 3 } })
  })
})
