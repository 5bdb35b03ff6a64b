const scale = {
  id: 1,
  controllerId: 7,
  channel: 1,
  name: 'Linde 1',
  type: 'weight',
  emptyWeight: 18.5,
  feedStock: 12,
  visible: true,
  isBrood: false,
  gain: 200,
  state: 'active',
  color: 0,
  temperatureCompensation: null,
}

const alarm = {
  id: 311,
  scaleId: 1,
  controllerId: 7,
  type: 'swarm',
  status: 'confirmed',
  startedAt: '2026-05-10T10:40:00.000Z',
  detectedAt: '2026-05-10T10:50:00.000Z',
  endedAt: null,
  weightChange: -2.7,
  confidence: 0.93,
  why: [{ code: 'swarm_drop', values: { kg: 2.7, minutes: 10 } }],
  verdict: null,
}

const ruleTerms = {
  conditions: [{ quantity: 'weight', is: 'falls', value: 2, withinMinutes: 60 }],
  forMinutes: 0,
  hours: { from: '10:00', to: '17:00' },
  months: [5, 6, 7],
  timeZone: 'Europe/Zurich',
}
const rule = {
  id: '5f0c1b9e-2f4e-4c1b-9d0a-7a1f6f0e2b12',
  name: 'Linde loses weight',
  terms: ruleTerms,
  everyOwn: false,
  scaleIds: [1],
  channelIds: null,
  isOn: true,
}

const intervention = {
  id: '5f0c1b9e-2f4e-4c1b-9d0a-7a1f6f0e2b11',
  scaleId: 1,
  label: 'feeding',
  description: '3 l of syrup',
  time: '2026-08-02T16:30:00.000Z',
  amount: 3,
  detail: null,
  visitId: '8d3e9a52-07c1-4a6e-9b1f-3f6f0a4c7d21',
}

const visit = {
  id: '8d3e9a52-07c1-4a6e-9b1f-3f6f0a4c7d21',
  controllerId: 7,
  startedAt: '2026-08-02T16:05:00.000Z',
  endedAt: '2026-08-02T16:40:00.000Z',
}

const course = {
  outcome: 'caught',
  spot: 'on the pear tree',
  position: { latitude: 46.948, longitude: 7.447 },
  hiveScaleId: 2,
  hiveName: '',
}

const day = 1_746_057_600
/** The hash of the words "correct horse battery staple". */
const password = 'c4bbcb1fbec99d65bf59d85c8cb62ee2db963f0fe106f483d9afa73bd4e39a8a'
const email = 'anna@example.org'
const profile = {
  firstname: 'Anna',
  lastname: 'Meier',
  company: '',
  street: 'Dorfstrasse 1',
  zip: '3000',
  city: 'Bern',
  country: 'ch',
  phone: '+41 31 000 00 00',
}
const transmitter = { imei: '356938035643809', imsi: '228011234567890' }
const passkey = { id: 'AQIDBA', rawId: 'AQIDBA', type: 'public-key' }
const code = '123456'
const area = [
  [
    [7.3, 46.9],
    [7.6, 46.9],
    [7.6, 47.1],
    [7.3, 46.9],
  ],
]
const importMapping = {
  separator: ';',
  hasHeader: true,
  decimal: ',',
  dateOrder: 'dmy',
  zone: 'Europe/Zurich',
  timeColumn: 0,
  clockColumn: null,
  columns: [{ column: 1, scaleId: 1, quantity: 'weight' }],
}
const cart = { mode: 'hardware+digital', nofControllers: 1, nofSubscriptions: 1, scales: { swiss: 2 } }

/** Examples of nouns, by their schema names in the API description. */
export const apiExamples: Record<string, object> = {
  Scale: scale,
  ScaleBody: { controllerId: 7, channelId: 1, name: 'Linde 1', type: 'weight', emptyWeight: 18.5 },
  Controller: {
    id: 7,
    imei: '356938035643809',
    imsi: '228011234567890',
    msisdn: null,
    name: 'Waldrand',
    access: 'own',
    affiliation: { id: 2, name: 'Imkerverein Waldrand' },
    location: { latitude: 46.95, longitude: 7.45 },
    updateInterval: 1,
    loadCells: 1,
    signalFilter: false,
    primaryRegionId: 3,
    secondaryRegionId: null,
    subscriptionEnd: '2027-05-10T10:00:00.000Z',
    subscriptionState: 'active',
    activationDate: '2026-05-10T10:00:00.000Z',
    remainingNotifications: 197,
    lastReset: '2026-05-10T10:00:00.000Z',
    limitReset: 200,
    softwareVersion: '1.4.2',
    battery: 3.91,
    chipTemperature: 18.4,
    signal: -71,
    lastUpdate: '2026-05-10T10:00:00.000Z',
    newKeyWaits: false,
    hasFormerKey: false,
  },
  Alarm: alarm,
  Intervention: intervention,
  Visit: { ...visit, endedBy: 'hand', scales: [{ scaleId: 1, changes: [-12.4, 3.1] }] },
  SwarmCourse: {
    ...{ alarmId: 812, controllerId: 7, scaleId: 1, startedAt: '2026-05-10T09:50:00.000Z', isSwarm: true },
    ...{ daysAfterFirst: null, utcOffsetHours: 1, ...course },
    states: [{ kind: 'afterSwarm', status: 'done', putOffUntil: null, settledAt: '2026-05-18T15:00:00.000Z' }],
    followUps: [
      {
        ...{ kind: 'afterSwarm', hive: 'mother', status: 'done', putOffUntil: null },
        ...{
          settledAt: '2026-05-18T15:00:00.000Z',
          due: '2026-05-18T06:00:00.000Z',
          until: '2026-05-24T23:00:00.000Z',
        },
      },
    ],
  },
  CourseBody: course,
  FollowUpBody: { status: 'done', putOffUntil: null, at: '2026-05-18T15:00:00Z' },
  VisitBody: visit,
  VisitEditBody: { endedAt: '2026-08-02T16:50:00Z' },
  Rule: { ...rule, lastRang: '2026-05-10T10:50:00.000Z' },
  RuleBody: rule,
  RuleEdit: { isOn: false },
  RuleTrialBody: { terms: ruleTerms, everyOwn: true, scaleIds: [] },
  SeasonDigestEdit: { way: 'email', weekday: 1, hour: 7, timeZone: 'Europe/Zurich' },
  InterventionBody: intervention,
  Reading: { time: '2026-05-10T10:00:00Z', channel: 1, weight: 43.215, temperature: 34.6, humidity: 61 },
  Timeline: {
    level: 'hour',
    cursor: 48_211,
    series: [
      {
        scaleId: 1,
        tiles: [
          {
            from: day,
            to: day + 31 * 86_400,
            time: [day, day + 3600],
            weight: { last: [43.21, 43.19], min: [43.19, 43.15], max: [43.24, 43.22] },
            temperature: [34.6, null],
            humidity: [61, 60.5],
          },
        ],
      },
    ],
  },
  // people
  RegistrationBody: { email, password, acceptTerms: true, language: 'de' },
  LoginBody: { email, password },
  UnlockBody: { token: 'of-the-mail' },
  SignOutBody: { token: 'kept-without-a-network' },
  PasswordBody: { password, currentPassword: password },
  EmailBody: { email },
  EmailChangeBody: { email, code },
  ConfirmBody: { password },
  CodeBody: { code },
  RecoveryCodesBody: {},
  PasskeySignInBody: {
    response: { ...passkey, response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' } },
  },
  PasskeyBody: {
    name: 'Phone',
    response: { ...passkey, response: { clientDataJSON: 'e30', attestationObject: 'oA' } },
  },
  PasskeyEditBody: { name: 'Phone' },
  ApiTokenBody: { name: 'Spreadsheet', scopes: ['readings'], days: 366 },
  LanguageBody: { language: 'fr' },
  ProfileEdit: profile,
  AccountRemovalBody: { password },
  UserStateBody: { active: false },
  UserEditBody: { role: 3, affiliationId: 2 },
  AffiliationBody: { name: 'Bienenfreunde' },
  AssignmentBody: { controllerIds: [7] },
  // hives
  NamedFields: { key: 'a-device-key', weight_kg: 41.7, t_i: 34.6, h_i: 61, t: 18.4, bv: 3.91, rssi: -71 },
  ControllerBody: { name: 'Waldrand', updateInterval: 1, primaryRegionId: 3 },
  ClaimBody: { ...transmitter, name: 'Waldrand', location: { latitude: 46.95, longitude: 7.45 }, updateInterval: 1 },
  ProvisionOneBody: { ...transmitter, demandClaimCode: true },
  BatchBody: { controllers: [transmitter] },
  AdministeredControllerBody: { name: 'Waldrand', subscriptionEnd: '2027-05-10T10:00:00.000Z', limitReset: 200 },
  DeviceKeyBody: { overTheAir: true },
  SigningSecretBody: {},
  ScaleEditBody: { name: 'Linde 1', emptyWeight: 18.5 },
  CalibrationBody: { offset: 8432, multiplier: 0.0000454, from: '2026-05-10T10:00:00Z' },
  RegionBody: {
    name: 'Bern',
    geojson: { type: 'Polygon', coordinates: area },
    utcOffset: 1,
    alarmFrom: 8,
    alarmTo: 18,
  },
  RegionEditBody: { alarmFrom: 9 },
  InterventionEditBody: { description: '3 l of syrup' },
  ImportPreviewBody: { mapping: importMapping },
  ImportConfirmBody: { mapping: importMapping },
  LoraDeviceBody: { devEui: '70b3d57ed0000001' },
  UnknownFieldBody: { name: 'load_1', quantity: 'weight', channel: 1, unit: 'gram' },
  JsonMappingBody: { mapping: [{ path: '/data/kg', quantity: 'weight', channel: 1, unit: 'as_is', factor: 1 }] },
  // alerts
  AlarmVerdictBody: { verdict: 'confirmed' },
  MuteBody: { notificationType: 'swarm', enddate: '2026-05-10T12:00:00Z' },
  NotificationBody: { type: 'ntfy', address: 'https://ntfy.sh/my-hives' },
  NotificationEdit: { alarmTypes: ['swarm', 'disturbance'], quietFrom: '22:00', quietTo: '06:00' },
  NotificationCode: { code },
  PushReceipt: { receipt: 'of-the-push' },
  SettingsBody: { activityDrain: 0.5 },
  // exchange
  WatchBody: { code: 'AB3K9XQ2' },
  WatchCodeBody: { enabled: true },
  ShareBody: { type: 'livefeed', scales: [1], days: 7 },
  ForwardingBody: { target: 'raw', address: 'ftp://user:password@example.org/hives' },
  ForwardingEditBody: { paused: true },
  // shop
  Cart: cart,
  OrderBody: { ...cart, total: 98_000 },
  PayOrderBody: { paymentMethod: 'twint' },
  OrderEditBody: { updatedAt: '2026-05-10T10:00:00.000Z', state: 'open' },
  OrderMailBody: { sendTemplate: 'confirmation' },
  ShopConfigBody: { config: 'version: 1', comment: 'Prices of spring' },
  RenewBody: { orderKey: 'ABCD-EFGH-JKLM' },
  // operations
  AssignBody: [7, 8],
  RolloutBody: { version: '1.4.2', stages: [5, 25, 100] },
  NoticeAudience: { notificationTypes: ['email'], regionIds: [3] },
  NoticeBody: { notificationTypes: ['email'], regionIds: [3], subject: 'Service on Sunday', text: 'From 8 to 9 h.' },
  SetAsideRetryBody: { part: { after: 0, until: 500 } },
  ErrorReply: {
    message: 'Some of this is not valid.',
    code: 'invalid_body',
    issues: [{ path: 'emptyWeight', message: 'Empty weight is too small: at least 0.', code: 'too_small' }],
  },
}
