/** When texts are loaded: `start` with the app itself, the others with the first screen that needs them, each a file. */
export type TextArea = 'start' | 'today' | 'screens' | 'settings' | 'shop' | 'administration'

/** What comes along with an area, as its screens show parts of others. */
export const alongWith: Record<TextArea, readonly TextArea[]> = {
  start: [],
  today: [],
  screens: ['today', 'settings'],
  settings: ['today', 'screens'],
  shop: ['today'],
  administration: ['today', 'screens', 'settings'],
}

/** Nouns of `locales/` that the frame and the sign-in page show. */
const start = new Set(['app', 'offline', 'session', 'ui'])
/** What the first screen of who is signed in shows beside these. */
const today = new Set(['alarm', 'dashboard', 'profile'])
/** What is set up once: in a file of its own, so that a word costs less to change. */
const settings = new Set([
  'account',
  'affiliation',
  'claim',
  'code-form',
  'connect',
  'controller-screen',
  'device-doctor',
  'firmware',
  'forwarding',
  'home-assistant',
  'import',
  'installation',
  'job',
  'notification',
  'notification-screen',
  'registration',
  'rule-screen',
  'scan',
  'settings',
  'settings-screen',
  'setup',
  'share',
  'subscription',
  'watch',
])
const shop = new Set(['cart'])
/** Fields by name, as changes are listed with them. */
const administration = new Set(['field'])
/** What only the server or the worker speaks. */
const serverOnly = new Set([
  'controller',
  'app-manifest',
  'ingest',
  'worker',
  'issue',
  'order',
  'payment',
  'shop',
  'season-notice',
  'shop-config',
  'rule',
])

/** Where the texts of a noun belong; undefined for those that only the server or the worker speaks. */
export function areaOf(noun: string): TextArea | undefined {
  if (serverOnly.has(noun) || /-(mail|document)$/.test(noun)) return undefined
  if (start.has(noun)) return 'start'
  if (today.has(noun)) return 'today'
  if (settings.has(noun)) return 'settings'
  if (shop.has(noun) || noun.startsWith('shop-')) return 'shop'
  return administration.has(noun) || noun.startsWith('administration') ? 'administration' : 'screens'
}
