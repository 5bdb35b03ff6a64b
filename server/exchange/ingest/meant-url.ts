/** Where devices send to, including the paths of other makers. */
const TO_INGEST = /^\/+(?:api\/+(?:ingest|sensors|lora_sensors|v2\/+write)|write|update(?:\.json)?)(?=[/?]|$)/

/** The URL that was meant if somebody typed an extra slash into a device, which has no screen to show them the 404. */
export function meantUrl(url: string): string {
  if (!TO_INGEST.test(url)) return url
  const [path = '', ...query] = url.split('?')
  const meant = path.split('/').filter((part) => part !== '')
  return [`/${meant.join('/')}`, ...query].join('?')
}
