import type { NotificationChannel } from '#domain/alerts/notification.ts'

/** A channel that alarms are mailed to, for tests. */
export const sampleChannel: NotificationChannel = {
  id: 7,
  type: 'email',
  name: 'Home',
  device: null,
  address: 'anna@example.org',
  server: null,
  hasToken: false,
  status: 'active',
  lastDelivered: null,
  lastError: null,
  failingSince: null,
  endedAt: null,
  neverShownSince: null,
  heardAt: null,
  alarmTypes: null,
  everyOwn: true,
  controllerIds: [],
  quietFrom: null,
  quietTo: null,
  timeZone: 'Europe/Zurich',
  ringsAlways: [],
  seasonKinds: [],
}
