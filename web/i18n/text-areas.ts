/** When texts are loaded: `start` with the app itself, the others with the first screen that needs them. Each is a separate file. */
export type TextArea = 'start' | 'today' | 'screens' | 'hives' | 'settings' | 'devices' | 'shop' | 'administration'

/** Areas that show parts of each other; they are separate files so that changing a word invalidates less. */
const together = ['today', 'screens', 'hives', 'settings', 'devices'] as const

const others = (area: TextArea): TextArea[] => together.filter((one) => one !== area)

/** The areas loaded along with an area because its screens show parts of them. */
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
/** What the first screen after signing in shows in addition. */
const today = new Set(['alarm', 'dashboard', 'profile'])
/** What is viewed about hives and apiaries. */
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
/** What is said about transmitters and done with the data they send. */
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
/** Names of fields, as shown in lists of changes. */
const administration = new Set(['field'])
/** What only the server or the worker says. */
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

/** The area that the texts of a noun belong to; undefined for those that only the server or the worker uses. */
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
