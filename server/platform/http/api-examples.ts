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

const intervention = {
  id: '5f0c1b9e-2f4e-4c1b-9d0a-7a1f6f0e2b11',
  scaleId: 1,
  label: 'feeding',
  description: '3 l of syrup',
  time: '2026-08-02T16:30:00.000Z',
}

const day = 1_746_057_600

/** Examples of nouns, by the names of their schemas in the API's description. */
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
  ErrorReply: {
    message: 'Some of this is not valid.',
    code: 'invalid_body',
    issues: [{ path: 'emptyWeight', message: 'Empty weight is too small: at least 0.', code: 'too_small' }],
  },
}
