/** When texts are loaded: `start` with the app itself, the others with the first screen that needs them, each a file. */
export type TextArea = 'start' | 'today' | 'screens' | 'hives' | 'settings' | 'devices' | 'shop' | 'administration'

/** Parts of one another are shown by all of these; they are files of their own so that a word costs less to change. */
const together = ['today', 'screens', 'hives', 'settings', 'devices'] as const

const others = (area: TextArea): TextArea[] => together.filter((one) => one !== area)

/** What comes along with an area, as its screens show parts of others. */
export const alongWith: Record<TextArea, readonly TextArea[]> = {
  start: [],
  today: [],
  screens: others('screens'),
  hives: others('hives'),
  settings: others('settings'),
  devices: others('devices'),
  shop: ['today'],
  administration: together,
}

/** Nouns of `locales/` that the frame and the sign-in page show. */
const start = new Set(['app', 'offline', 'session', 'ui'])
/** What the first screen of who is signed in shows beside these. */
const today = new Set(['alarm', 'dashboard', 'profile'])
/** What is looked at of hives and apiaries. */
const hives = new Set([
  'alarm-card',
  'alarm-hint',
  'alarm-place',
  'alarm-screen',
  'alarm-why',
  'analysis',
  'chart',
  'course',
  'course-screen',
  'dashboard-how',
  'heatmap',
  'hive',
  'intervention',
  'intervention-screen',
  'map',
  'region',
  'rule-replay',
  'scale',
  'season',
  'season-digest',
  'temperature',
  'timeline',
  'visit',
  'visit-screen',
  'weather',
])
/** What is set up once. */
const settings = new Set([
  'account',
  'affiliation',
  'code-form',
  'home-assistant',
  'job',
  'notification',
  'notification-screen',
  'rule-screen',
  'settings',
  'settings-screen',
  'setup',
  'share',
  'subscription',
  'watch',
])
/** What is said of transmitters, and done with what they send. */
const devices = new Set([
  'claim',
  'connect',
  'controller-screen',
  'device-doctor',
  'firmware',
  'forwarding',
  'installation',
  'registration',
  'scan',
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
  if (hives.has(noun)) return 'hives'
  if (settings.has(noun)) return 'settings'
  if (devices.has(noun)) return 'devices'
  if (shop.has(noun) || noun.startsWith('shop-')) return 'shop'
  return administration.has(noun) || noun.startsWith('administration') ? 'administration' : 'screens'
}
