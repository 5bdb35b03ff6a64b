import type { Call } from './permission-call.ts'

/** What transmitters and their networks call, with a device key. */
export const deviceRoutes: Record<string, Call> = {
  'GET /api/ingest/beelogger': {},
  'POST /api/ingest/beelogger': {},
  'POST /api/ingest': { body: { imei: '000000000000001', imsi: '000000000000001', readings: [] } },
  'GET /api/ingest/beep': {},
  'POST /api/ingest/beep': {},
  'POST /api/ingest/csv': {},
  'POST /api/ingest/json': {},
  'POST /api/lora_sensors': {},
  'GET /api/sensors': {},
  'POST /api/sensors': {},
  'POST /api/v2/write': {},
  'POST /api/ingest/lorawan': {
    body: { deviceInfo: { devEui: '0004a30b001c0531' }, fPort: 1, object: { weight: 43.2 } },
  },
  'POST /api/ingest/ttn': {
    body: {
      end_device_ids: { dev_eui: '0004A30B001C0530' },
      uplink_message: { f_port: 3, frm_payload: 'GwxLDERkCgEBLS0EAQfW', received_at: '2026-05-10T10:00:00Z' },
    },
  },
}

/** What a transmitter downloads, with its key: not for the link of a share. */
export const downloadRoutes: Record<string, Call> = {
  'GET /api/firmware/:version': { path: '/firmware/1.0.0' },
}
