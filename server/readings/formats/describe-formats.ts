import { describeRoute } from 'hono-openapi'

const security = [{ deviceKey: [] }]
const tags = ['ingest']
const taken = { accepted: 1, duplicates: 0, rejected: [] }
const answered = (example: unknown) => ({
  200: { description: 'What was taken', content: { 'application/json': { example } } },
})

export const describeBeep = describeRoute({
  tags,
  security,
  summary: 'Measurements with the names of BEEP’s api/sensors',
  description:
    'JSON, form or query. key is the device key. Understood: t, h (outside), t_i, t_0 to t_9, h_i (in the hive), weight_kg, w_v or w_fl w_fr w_bl w_br (before calibration), bv (V, over 100: mV), rssi, time.',
  responses: {
    201: { description: 'They are stored', content: { 'application/json': { example: 'saved' } } },
  },
})

export const describeTtn = describeRoute({
  tags,
  security,
  summary: 'Uplinks of The Things Stack v3, as its webhook sends them',
  description:
    'The webhook adds the header Authorization: Bearer with the device key. Bytes of a BEEP base (port 3 and 4) or a decoded payload with weight, temperature, humidity, battery, the names of beelogger or of BEEP. The first device that uses a key becomes its transmitter; further devices of the same owner are named with POST /controller/{id}/lorawan.',
  responses: answered(taken),
})

export const describeBeelogger = describeRoute({
  tags,
  security,
  summary: 'Measurements of a beelogger: one with its checksum, or a batch',
  description:
    'PW is the device key. One: T1 to T7, TO, F1 to F7, FO, G1 to G8, VB and the rest, with C = round(sum + 0.5), at most 1 off. A batch: M1_Data to M7_Data, records that begin with their local time. unit=g where weights are in grams.',
  responses: {
    200: {
      description: 'The time where it was asked for, minutes until the next contact, ok',
      content: { 'text/plain': { example: '60Aok *' } },
    },
  },
})

export const describeCsv = describeRoute({
  tags,
  security,
  summary: 'A table with a header row, at most 10,000 readings',
  description:
    'Columns time, weight, temperature, humidity with the number of the channel (weight2); the query may give them other names (weight2=Gewicht), the separator (or tab), the decimal mark, dateOrder (ymd, dmy, mdy, epoch) and the zone of the times.',
  responses: answered({ ...taken, rejected: [{ index: 3, line: 5, code: 'weight_out_of_range' }] }),
})
