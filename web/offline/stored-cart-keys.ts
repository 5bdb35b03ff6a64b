/** Where the carts of the shop's two wizards are kept: they hold an address, and so go with a sign-out. */
export const storedCartKeys = { 'hardware+digital': 'hivewatch.cart', digital: 'hivewatch.cart.digital' } as const
