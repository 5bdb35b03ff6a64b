/** When texts are loaded: `first` with the app itself, the others with the first screen that needs them. */
export type TextArea = 'first' | 'screens' | 'shop' | 'administration'

/** Nouns of `locales/` that the frame, the sign-in page and the dashboard show. */
const first = new Set([
  'alarm',
  'alarm-card',
  'alarm-screen',
  'alarm-why',
  'app',
  'chart',
  'controller',
  'dashboard',
  'installation',
  'intervention',
  'offline',
  'profile',
  'scale',
  'session',
  'subscription',
  'ui',
])
const shop = new Set(['cart'])
/** What only the server or the worker speaks. */
const serverOnly = new Set(['ingest', 'worker', 'issue', 'field', 'order', 'payment', 'shop', 'shop-config'])

/** Where the texts of a noun belong; undefined for those that only the server or the worker speaks. */
export function areaOf(noun: string): TextArea | undefined {
  if (serverOnly.has(noun) || /-(mail|document)$/.test(noun)) return undefined
  if (first.has(noun)) return 'first'
  if (shop.has(noun) || noun.startsWith('shop-')) return 'shop'
  return noun.startsWith('administration') ? 'administration' : 'screens'
}
