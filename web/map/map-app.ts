type Place = { latitude: number; longitude: number }

/**
 * The address that opens a place in the device's map app: Android asks which app to use, Apple devices have their own, and elsewhere it is a web page. `agent`:
 * `navigator.userAgent`.
 */
export function mapAppAddress({ latitude, longitude }: Place, name: string, agent: string): string {
  const at = `${latitude},${longitude}`
  const label = encodeURIComponent(name)
  if (/Android/.test(agent)) return `geo:${at}?q=${at}(${label})`
  if (/iPhone|iPad|iPod|Macintosh/.test(agent)) return `https://maps.apple.com/?ll=${at}&q=${label}`
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=15/${latitude}/${longitude}`
}
