import type { Rule } from './permission-rules.ts'

/** What a call needs a new one of, each time. */
export type Fresh =
  | 'share'
  | 'region'
  | 'affiliation'
  | 'notification'
  | 'intervention'
  | 'forwarding'
  | 'session'
  | 'passkey'
  | 'watcher'
  | 'user'

/**
 * What a route is called with: `{name}` stands for one of Anna's things. `missing`: with this code it says to those let in that
 * something else is not there.
 */
export type Call = { path?: string; body?: object; fresh?: Fresh; missing?: string }

const span = 'from=2026-05-01T00:00:00Z&to=2026-05-02T00:00:00Z'
const seconds = 'from=1777593600&to=1777680000'
/** What an upload with one line is to be read as. */
const mapping = {
  separator: ';',
  hasHeader: true,
  decimal: '.',
  dateOrder: 'dmy',
  zone: 'Europe/Zurich',
  timeColumn: 0,
  clockColumn: null,
  columns: [{ column: 1, scaleId: '{scale}', quantity: 'weight' }],
}
const address = { target: 'raw', address: 'https://example.org/hook' }

/** Every route of the API, by the rule that governs it. */
export const permissions: Record<Rule, Record<string, Call>> = {
  public: {
    'GET /api/firmware/:version': {},
    'GET /api/openapi.json': {},
    'GET /api/shop/config': {},
    'GET /api/shop/config/:version': {},
    'GET /api/shop/configSchema': {},
    'GET /api/shop/order/:key': {},
    'GET /api/user/logout': {},
    'GET /api/user/passwordReset/check': {},
    'POST /api/push/shown': {},
    'POST /api/registration/user': {},
    'POST /api/shop/order': {},
    'POST /api/shop/order/:key/payment': {},
    'POST /api/shop/validate': {},
    'POST /api/user/login': {},
    'POST /api/user/login/passkey': {},
    'POST /api/user/login/passkey/options': {},
    'POST /api/user/login/unlock': {},
    'POST /api/user/logout': {},
    'POST /api/user/passwordReset/request': {},
    'POST /api/user/passwordReset/set': {},
    'GET /api/shop/testPayment/:id': {},
    'POST /api/shop/testPayment/:id': {},
    'POST /api/shop/webhook/stripe': {},
  },
  device: {
    'GET /api/ingest/beelogger': {},
    'POST /api/ingest': { body: { imei: '000000000000001', imsi: '000000000000001', readings: [] } },
    'POST /api/ingest/beep': {},
    'POST /api/ingest/csv': {},
    'POST /api/ingest/ttn': {
      body: {
        end_device_ids: { dev_eui: '0004A30B001C0530' },
        uplink_message: { f_port: 3, frm_payload: 'GwxLDERkCgEBLS0EAQfW', received_at: '2026-05-10T10:00:00Z' },
      },
    },
  },
  signedIn: {
    'DELETE /api/user/sessions': {},
    'GET /api/alarm': { path: `/alarm?${span}` },
    'GET /api/calibration': {},
    'GET /api/controller': {},
    'GET /api/controller/watches': {},
    'GET /api/dashboard': {},
    'GET /api/events': {},
    'GET /api/heatmap/map': {},
    'GET /api/imports': {},
    'GET /api/intervention': { path: `/intervention?${span}` },
    'GET /api/jobs': {},
    'GET /api/jump': { path: `/jump?${span}` },
    'GET /api/lorawan': {},
    'GET /api/notification': {},
    'GET /api/notification/mute': {},
    'GET /api/notification/ways': {},
    'GET /api/push/key': {},
    'GET /api/region': {},
    'GET /api/regionaverage': {},
    'GET /api/scale': {},
    'GET /api/scale/all': {},
    'GET /api/share': {},
    'GET /api/user/export': {},
    'GET /api/user/language': {},
    'GET /api/user/passkey': {},
    'GET /api/user/ping': {},
    'GET /api/user/sessions': {},
    'DELETE /api/controller/watches/:code': { path: '/controller/watches/0000' },
    'POST /api/controller/watches': {},
    'POST /api/imports': {},
    'POST /api/jobs': {},
    'POST /api/notification': {},
    'POST /api/registration/controller': {},
    'POST /api/user/delete': {},
    'POST /api/user/language': {},
    'POST /api/user/confirm': {},
    'POST /api/user/confirm/passkey': {},
    'POST /api/user/confirm/passkey/options': {},
    'POST /api/user/passkey': {},
    'POST /api/user/passkey/options': {},
    'POST /api/user/password': {},
    'POST /api/user/profile': {},
  },
  shared: { 'GET /api/timeline': { path: `/timeline?scales={scale}&${seconds}` } },
  link: { 'GET /api/share/view': {} },
  read: {
    'POST /api/notification/mute': {
      path: '/notification/mute?idcontroller={controller}',
      body: { notificationType: 'battery', enddate: null },
    },
    'POST /api/notification/unmute': {
      path: '/notification/unmute?idcontroller={controller}&notificationType=battery',
    },
    'GET /api/analysis': { path: '/analysis?scales={scale}' },
    'GET /api/controller/:id': { path: '/controller/{controller}' },
    'GET /api/controller/:id/doctor': { path: '/controller/{controller}/doctor' },
    'GET /api/controller/:id/midnightvalues': {
      path: '/controller/{controller}/midnightvalues?from=2026-05-01&to=2026-05-02',
    },
    'GET /api/controller/:id/scales': { path: '/controller/{controller}/scales' },
    'GET /api/scale/:id/temperature': { path: '/scale/{scale}/temperature' },
    'GET /api/weather': { path: `/weather?controllerId={controller}&${seconds}` },
    'GET /api/weather/grassland': { path: '/weather/grassland?controllerId={controller}&year=2026' },
  },
  write: {
    'DELETE /api/controller/:id/watcher/:accountId': {
      path: '/controller/{controller}/watcher/{watcher}',
      fresh: 'watcher',
    },
    'GET /api/controller/:id/redemptions': { path: '/controller/{controller}/redemptions' },
    'GET /api/controller/:id/watchCode': { path: '/controller/{controller}/watchCode' },
    'POST /api/controller/:id/watchCode': { path: '/controller/{controller}/watchCode', body: {} },
    'POST /api/alarm/:id': { path: '/alarm/{alarm}', body: { verdict: 'false' } },
    'POST /api/controller/:id': { path: '/controller/{controller}', body: { name: 'Waldrand' } },
    'POST /api/controller/:id/channel/:channel/archive': {
      path: '/controller/{controller}/channel/8/archive',
      missing: 'channel_not_found',
    },
    'POST /api/controller/:id/channel/:channel/calibration': {
      path: '/controller/{controller}/channel/1/calibration',
      body: { offset: 1, multiplier: 2 },
    },
    'POST /api/controller/:id/deviceKey': { path: '/controller/{controller}/deviceKey' },
    'POST /api/controller/:id/lorawan': { path: '/controller/{controller}/lorawan', body: { devEui: null } },
    'POST /api/controller/:id/renew': { path: '/controller/{controller}/renew', body: { orderKey: 'x' } },
    'POST /api/intervention': {
      body: { scaleId: '{scale}', label: 'other', description: '', time: '2026-05-01T00:00:00Z' },
    },
    'POST /api/intervention/:id': { path: '/intervention/{intervention}', body: { description: 'x' } },
    'DELETE /api/intervention/:id': { path: '/intervention/{intervention}', fresh: 'intervention' },
    'POST /api/scale': { body: { controllerId: '{controller}', channelId: 1, name: 'x', type: 'weight' } },
    'POST /api/scale/:id': { path: '/scale/{scale}', body: { name: 'Linden' } },
    'POST /api/scale/:id/calibration': { path: '/scale/{scale}/calibration', body: { offset: 1, multiplier: 2 } },
  },
  pass: {
    'GET /api/controller/:id/channel/:channel/forwarding': { path: '/controller/{controller}/channel/1/forwarding' },
    'GET /api/controller/:id/channel/:channel/forwarding/preview': {
      path: '/controller/{controller}/channel/1/forwarding/preview?target=raw',
    },
    'GET /api/controller/:id/forwarding': { path: '/controller/{controller}/forwarding' },
    'POST /api/controller/:id/channel/:channel/forwarding': {
      path: '/controller/{controller}/channel/1/forwarding',
      body: address,
    },
    'POST /api/share': { body: { type: 'livefeed', scales: ['{scale}'] } },
  },
  private: {
    'DELETE /api/share/:id': { path: '/share/{share}', fresh: 'share' },
    'DELETE /api/user/passkey/:id': { path: '/user/passkey/{passkey}', fresh: 'passkey' },
    'DELETE /api/user/sessions/:id': { path: '/user/sessions/{session}', fresh: 'session' },
    'DELETE /api/controller/forwarding/:id': { path: '/controller/forwarding/{forwarding}', fresh: 'forwarding' },
    'POST /api/controller/forwarding/:id': { path: '/controller/forwarding/{forwarding}', body: { paused: true } },
    'POST /api/controller/forwarding/:id/code': {
      path: '/controller/forwarding/{capaz}/code',
    },
    'POST /api/controller/forwarding/:id/confirm': {
      path: '/controller/forwarding/{capaz}/confirm',
      body: { code: '123456' },
    },
    'POST /api/controller/forwarding/:id/test': { path: '/controller/forwarding/{forwarding}/test' },
    'GET /api/exports/:id': { path: '/exports/{export}', missing: 'export_gone' },
    'GET /api/imports/:id': { path: '/imports/{import}' },
    'POST /api/imports/:id/confirm': { path: '/imports/{import}/confirm', body: {} },
    'POST /api/imports/:id/preview': { path: '/imports/{import}/preview', body: { mapping } },
    'POST /api/imports/:id/undo': { path: '/imports/{import}/undo' },
    'POST /api/notification/:id': { path: '/notification/{notification}', body: { name: 'Phone' } },
    'POST /api/notification/:id/code': { path: '/notification/{pending}/code' },
    'POST /api/notification/:id/confirm': { path: '/notification/{pending}/confirm', body: { code: '123456' } },
    'POST /api/notification/:id/remove': { path: '/notification/{notification}/remove', fresh: 'notification' },
    'POST /api/notification/:id/test': { path: '/notification/{notification}/test' },
    'POST /api/user/passkey/:id': { path: '/user/passkey/{passkey}', body: { name: 'Phone' }, fresh: 'passkey' },
  },
  supervised: {
    'GET /api/jobs/:id': { path: '/jobs/{job}' },
    'POST /api/jobs/:id/cancel': { path: '/jobs/{job}/cancel' },
    'POST /api/jobs/:id/retry': { path: '/jobs/{job}/retry' },
  },
  acting: { 'POST /api/user/endActAs': {} },
  account: { 'GET /api/user/:id/scales': { path: '/user/{anna}/scales' } },
  administration: {
    'DELETE /api/admin/affiliation/:id': { path: '/admin/affiliation/{affiliation}', fresh: 'affiliation' },
    'DELETE /api/admin/firmware': {},
    'DELETE /api/notifications/:id': {},
    'DELETE /api/region/:id': { path: '/region/{region}', fresh: 'region' },
    'GET /api/admin/affiliation': {},
    'GET /api/admin/analysis': {},
    'GET /api/admin/audit': {},
    'GET /api/admin/audit.csv': {},
    'GET /api/admin/controller/:id': { path: '/admin/controller/{controller}' },
    'GET /api/admin/controllers': {},
    'GET /api/admin/controllers/labels': { path: '/admin/controllers/labels?ids={controller}' },
    'GET /api/admin/firmware': {},
    'GET /api/admin/firmware/controller': {},
    'GET /api/admin/fleet': {},
    'GET /api/admin/notifications': {},
    'GET /api/admin/region': {},
    'GET /api/admin/settings': {},
    'GET /api/admin/user/:id': { path: '/admin/user/{anna}' },
    'GET /api/admin/users': {},
    'GET /api/shop/accounting/table': {},
    'GET /api/shop/accounting/vat': {},
    'GET /api/shop/configAdmin': {},
    'GET /api/shop/orders': {},
    'GET /api/shop/orders/:id': {},
    'GET /api/shop/orders/:id/document/:kind': {},
    'POST /api/admin/affiliation': {},
    'POST /api/admin/affiliation/:id/controllers': {},
    'POST /api/admin/controller': {},
    'POST /api/admin/controller/:id': {},
    'POST /api/admin/controller/:id/release': {},
    'POST /api/admin/controller/:id/resetNotificationCount': {},
    'POST /api/admin/controller/firmware': {},
    'POST /api/admin/controllers': {},
    'POST /api/admin/firmware': {},
    'POST /api/admin/firmware/rollout': {},
    'POST /api/admin/firmware/rollout/:id/resume': {},
    'POST /api/admin/firmware/rollout/:id/stop': {},
    'POST /api/admin/settings': {},
    'POST /api/admin/user/:id/actAs': { path: '/admin/user/{user}/actAs', fresh: 'user' },
    'POST /api/admin/user/:id/changestate': { path: '/admin/user/{user}/changestate', fresh: 'user' },
    'POST /api/admin/user/:id/profile': { path: '/admin/user/{user}/profile', fresh: 'user' },
    'POST /api/admin/user/:id/signOut': { path: '/admin/user/{user}/signOut', fresh: 'user' },
    'POST /api/region': {},
    'POST /api/region/:id': {},
    'POST /api/shop/config': {},
    'POST /api/shop/orders/:id': {},
    'POST /api/shop/orders/:id/:mailing': {},
  },
  management: {
    'GET /api/admin/affiliatedControllers': {},
    'GET /api/admin/affiliatedUsers': {},
    'GET /api/admin/notifyCustomers': {},
    'POST /api/admin/notifyCustomers': {},
    'POST /api/admin/notifyCustomers/reach': {},
  },
}
