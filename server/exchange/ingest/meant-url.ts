const TO_INGEST = /^\/+api\/+ingest(?=[/?]|$)/

/** The address that was meant where somebody typed a slash too many into a device: it has no screen that would show them the 404. */
export function meantUrl(url: string): string {
  if (!TO_INGEST.test(url)) return url
  const [path = '', ...query] = url.split('?')
  const meant = path.split('/').filter((part) => part !== '')
  return [`/${meant.join('/')}`, ...query].join('?')
}
