/** Returns a new random UUID (version 4), even over plain http, where browsers have no `crypto.randomUUID`. */
export const newId = (): string =>
  '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) => {
    const random = crypto.getRandomValues(new Uint8Array(1))[0]! & (15 >> (Number(digit) / 4))
    return (Number(digit) ^ random).toString(16)
  })
