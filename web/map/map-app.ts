type Place = { latitude: number; longitude: number }

/**
 * Where a tap opens a place in what the device has for maps: Android asks which app, an Apple has its own, and elsewhere it is a page.
 * `agent`: of `navigator.userAgent`.
 */
export function mapAppAddress({ latitude, longitude }: Place, name: string, agent: string): string {
  const at = `${latitude},${longitude}`
  const label = encodeURIComponent(name)
  if (/Android/.test(agent)) return `geo:${at}?q=${at}(${label})`
  if (/iPhone|iPad|iPod|Macintosh/.test(agent)) return `https://maps.apple.com/?ll=${at}&q=${label}`
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=15/${latitude}/${longitude}`
}
