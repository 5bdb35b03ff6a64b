/** Returns a typed amount of francs, with at most two decimals, in Rappen; undefined if it is not one. */
export function toRappen(typed: string): number | undefined {
  const text = typed
    .trim()
    .replace(',', '.')
    .replaceAll(/['’\s]/g, '')
  if (!/^-?\d{1,7}(\.\d{0,2})?$/.test(text)) return undefined
  return Math.round(Number(text) * 100)
}
