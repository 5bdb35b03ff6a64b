/** Francs as they are typed, with at most two digits behind the point, in Rappen; undefined where they are none. */
export function toRappen(typed: string): number | undefined {
  const text = typed
    .trim()
    .replace(',', '.')
    .replaceAll(/['’\s]/g, '')
  if (!/^-?\d{1,7}(\.\d{0,2})?$/.test(text)) return undefined
  return Math.round(Number(text) * 100)
}
