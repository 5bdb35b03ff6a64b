import type { V1Alarm, V1Figures, V1Midnight, V1Reading, V1Scale } from '#domain/exchange/api-v1.ts'

const scale = { scaleId: 1, scale: 'Linde 1' }
const transmitter = { transmitterId: 7, transmitter: 'Waldrand' }
const measured = { weight: 43.215, temperature: 34.6, humidity: 61 }

/** Example rows for the API documentation. */
export const v1Examples = {
  scale: {
    ...{ id: 1, name: 'Linde 1', type: 'weight', state: 'active', channel: 1 },
    ...{ ...transmitter, latitude: 46.95, longitude: 7.45 },
  } satisfies V1Scale,
  reading: { ...scale, time: '2026-05-10T10:00:00.000Z', ...measured } satisfies V1Reading,
  midnight: { ...scale, date: '2026-05-10', weight: 43.215, delta: 0.84 } satisfies V1Midnight,
  figures: {
    ...{ ...scale, ...transmitter, time: '2026-05-10T10:00:00.000Z', ...measured },
    ...{ change24h: 0.84, change7d: 3.1, battery: 3.91, signal: -71 },
    ...{ weightTime: '2026-05-10T10:00:00.000Z', temperatureTime: '2026-05-10T10:00:00.000Z' },
    humidityTime: '2026-05-10T10:00:00.000Z',
  } satisfies V1Figures,
  alarm: {
    ...{ id: 311, scaleId: 1, transmitterId: 7, type: 'swarm', status: 'confirmed' },
    ...{ startedAt: '2026-05-10T10:40:00.000Z', endedAt: null, weightChange: -2.7, confidence: 0.93, verdict: null },
    rule: null,
  } satisfies V1Alarm,
}
