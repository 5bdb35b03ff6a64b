const GONE = '[redacted]'
const LONG_PART = 20

const names = [
  'password',
  'newPassword',
  'passwordHash',
  'token',
  'authorization',
  'cookie',
  'set-cookie',
  'x-share-token',
  'deviceKey',
  'apiKey',
  'secret',
  'p256dh',
  'auth',
  'endpoint',
  'orderKey',
].join('|')

const withoutLongParts = (path: string): string =>
  path
    .split('/')
    .map((part) => (part.length >= LONG_PART ? GONE : part))
    .join('/')

/** Anything that may grant access, or reveal where a device is reached, anywhere in a text. */
const secrets: [RegExp, (...found: string[]) => string][] = [
  // a value with a sensitive name in JSON, and in JSON nested inside JSON
  [new RegExp(`("(?:${names})":\\s*")(?:[^"\\\\]|\\\\.)*`, 'gi'), (_, name) => `${name}${GONE}`],
  [new RegExp(`(\\\\"(?:${names})\\\\":\\s*\\\\")(?:[^"\\\\]|\\\\\\\\.)*`, 'gi'), (_, name) => `${name}${GONE}`],
  [/\b(Bearer|Basic)\s+[^\s"\\,]+/gi, (_, scheme) => `${scheme} ${GONE}`],
  [/\/\/[^\s"\\/@]+@/g, () => `//${GONE}@`],
  // in addresses, everything after the question mark, and long or sensitive parts of the path
  [/\/[^\s"\\?]*(?:\?[^\s"\\]*)?/g, (path) => path.replace(/\?.*/s, `?${GONE}`)],
  [/(https?:\/\/[^\s"\\/]+)((?:\/[^\s"\\/?]*)+)/gi, (_, origin, path) => `${origin}${withoutLongParts(path!)}`],
  [/(passwordReset|password\/reset)\/(?!(?:request|check|set)\b)[^\s"\\/?]+/gi, (_, path) => `${path}/${GONE}`],
  // tokens and device keys (256 bits as base64url), hashes (SHA-256 as hex), order keys, numeric codes
  [/(?<![\w-])[\w-]{43}(?![\w-])/g, () => GONE],
  [/(?<![\w-])[0-9a-f]{64}(?![\w-])/gi, () => GONE],
  [/(?<![\w-])[A-Za-z0-9]{4}(?:-[A-Za-z0-9]{4}){3}(?![\w-])/g, () => GONE],
  // five digits are left: they are a SQLSTATE, needed to know what is wrong with the database
  [/(\\?"(?:code|pin)\\?":\s*\\?")(?:\d{4}|\d{6,8})(?=\\?")/gi, (_, name) => `${name}${GONE}`],
]

/** Makes a text fit for logs and error reports: removes keys, tokens, passwords, codes and the addresses of devices. */
export const redact = (text: string): string =>
  secrets.reduce((kept, [pattern, replaced]) => kept.replace(pattern, replaced), text)
