/** The values that fill a device's settings. `site` and `broker` are addresses without a trailing slash; `now` is ISO 8601. */
export type Filling = { site: string; broker: string; imei: string; imsi: string; key: string; now: string }

/** One value to copy; its label is `connect.setting.<id>`. */
export type Setting = {
  id:
    | 'address'
    | 'addressWithKey'
    | 'body'
    | 'broker'
    | 'command'
    | 'headerName'
    | 'headerValue'
    | 'host'
    | 'key'
    | 'message'
    | 'password'
    | 'path'
    | 'rule'
    | 'sketch'
    | 'table'
    | 'topic'
    | 'yaml'
  text: string
}

/** The request that a device with these settings makes. */
export type SampleRequest = { method: 'GET' | 'POST'; url: string; headers: Record<string, string>; body?: string }

/**
 * A kind of device. Its name is the text `connect.kind.<id>`; `connect.kind.<id>.lead` says where its settings are
 * entered. A test makes the `request` that the device sends with them; over MQTT there is none.
 */
export type DeviceKind = {
  id: string
  group: 'finished' | 'lorawan' | 'built'
  settings: (filling: Filling) => Setting[]
  request?: (filling: Filling) => SampleRequest
}

const LINE = 'hive weight_kg=43.2,temperature=34.6'
const FORM = 'application/x-www-form-urlencoded'
const json = { 'Content-Type': 'application/json' }
const bearer = (key: string) => ({ Authorization: `Bearer ${key}` })
const hostOf = (site: string) => new URL(site).host

const native = ({ imei, imsi, now }: Filling) =>
  JSON.stringify(
    {
      ...{ imei, imsi, battery: 3.91, signal: -71 },
      readings: [{ time: now, channel: 1, weight: 43.215, temperature: 34.6, humidity: 61 }],
    },
    undefined,
    2,
  )
const table = ({ now }: Filling) => `time;weight;temperature\n${now};43.215;34.6\n`
/** At beelogger.de the folders name the user and the device; here any will do. */
const BEELOGGER_PATH = '/USER/beelogger1/beelogger_log.php?'

/** Returns a request as a curl command for a Linux or macOS shell. */
const curl = ({ url, headers, body }: SampleRequest): string => {
  const lines = Object.entries(headers).map(([name, value]) => `-H '${name}: ${value}'`)
  return [`curl '${url}'`, ...lines, ...(body === undefined ? [] : [`--data-binary '${body}'`])].join(' \\\n  ')
}

const nativeRequest = (filling: Filling): SampleRequest => ({
  method: 'POST',
  url: `${filling.site}/api/ingest`,
  headers: { ...bearer(filling.key), ...json },
  body: native(filling),
})
const beepRequest = ({ site, key }: Filling): SampleRequest => ({
  method: 'POST',
  url: `${site}/api/ingest/beep`,
  headers: json,
  body: JSON.stringify({ key, weight_kg: 43.2, t_i: 34.6, bv: 3.91 }),
})
const csvRequest = (filling: Filling): SampleRequest => ({
  method: 'POST',
  url: `${filling.site}/api/ingest/csv`,
  headers: { ...bearer(filling.key), 'Content-Type': 'text/csv' },
  body: table(filling),
})

/** Where a network server posts to; each server has its own way to enter the header. */
const lorawan = ({ site, key }: Filling): Setting[] => [
  { id: 'address', text: `${site}/api/ingest/lorawan` },
  { id: 'headerName', text: 'Authorization' },
  { id: 'headerValue', text: `Bearer ${key}` },
]
const uplink =
  (document: (now: string) => object) =>
  ({ site, key, now }: Filling): SampleRequest => ({
    method: 'POST',
    url: `${site}/api/ingest/lorawan`,
    headers: { ...bearer(key), ...json },
    body: JSON.stringify(document(now)),
  })
const decoded = { weight_kg: 43.2, temperature: 34.6, battery_voltage: 3.91 }

const sketch = ({ site, key }: Filling) => `#include <HTTPClient.h>

// weight in kg, temperature in °C
void sendReading(float weight, float temperature) {
  HTTPClient http;
  http.begin("${site}/api/ingest/beep");
  http.addHeader("Content-Type", "application/json");
  String body = "{\\"key\\":\\"${key}\\",\\"weight_kg\\":" + String(weight, 2)
    + ",\\"t_i\\":" + String(temperature, 1) + "}";
  int status = http.POST(body);  // 201: stored
  Serial.println(String(status) + " " + http.getString());
  http.end();
}
`

const yaml = ({ site, key }: Filling) => `http_request:
  timeout: 10s
  # verify_ssl: false  # on an ESP8266

interval:
  - interval: 10min
    then:
      - http_request.post:
          url: ${site}/api/ingest/beep
          request_headers:
            Content-Type: application/json
          json: |-
            root["key"] = "${key}";
            root["weight_kg"] = id(hive_weight).state;
            root["t_i"] = id(hive_temperature).state;
`

const tasmotaRule = ({ site, key }: Filling) =>
  `Rule1 ON Tele-HX711#Weight DO WebQuery ${site}/api/ingest/beep POST [Content-Type: ${FORM}] key=${key}&weight_kg=%value% ENDON\nRule1 1`

/** All kinds by group, in the order in which they are offered. To add one, add an entry here and its texts. */
export const deviceKinds: readonly DeviceKind[] = [
  {
    id: 'native',
    group: 'built',
    settings: (filling) => [
      { id: 'address', text: `${filling.site}/api/ingest` },
      { id: 'headerValue', text: `Authorization: Bearer ${filling.key}` },
      { id: 'body', text: native(filling) },
      { id: 'command', text: curl(nativeRequest(filling)) },
    ],
    request: nativeRequest,
  },
  {
    id: 'beep',
    group: 'finished',
    settings: ({ site, key }) => [
      { id: 'address', text: `${site}/api/sensors` },
      { id: 'host', text: hostOf(site) },
      { id: 'key', text: key },
    ],
    request: (filling) => ({ ...beepRequest(filling), url: `${filling.site}/api/sensors` }),
  },
  {
    id: 'beelogger',
    group: 'finished',
    settings: ({ site, key }) => [
      { id: 'host', text: hostOf(site) },
      { id: 'path', text: BEELOGGER_PATH },
      { id: 'password', text: key },
    ],
    request: ({ site, key }) => ({
      method: 'GET',
      url: `${site}${BEELOGGER_PATH}PW=${key}&T1=34.5&G1=43.2&VB=3.91&C=82`,
      headers: {},
    }),
  },
  {
    id: 'thingspeak',
    group: 'finished',
    settings: ({ site, key }) => [
      { id: 'address', text: site },
      { id: 'host', text: hostOf(site) },
      { id: 'key', text: key },
    ],
    request: ({ site, key }) => ({
      method: 'POST',
      url: `${site}/update.json?api_key=${key}&weight_kg=43.2&temperature=34.6`,
      headers: {},
    }),
  },
  {
    id: 'ttn',
    group: 'lorawan',
    settings: lorawan,
    request: uplink((now) => ({
      end_device_ids: { device_id: 'hive-1', dev_eui: '0004A30B001C0530' },
      uplink_message: { f_port: 1, decoded_payload: decoded, received_at: now },
    })),
  },
  {
    id: 'chirpstack',
    group: 'lorawan',
    settings: lorawan,
    request: uplink((now) => ({ time: now, deviceInfo: { devEui: '0004a30b001c0531' }, fPort: 1, object: decoded })),
  },
  { id: 'helium', group: 'lorawan', settings: lorawan },
  { id: 'actility', group: 'lorawan', settings: lorawan },
  { id: 'loriot', group: 'lorawan', settings: lorawan },
  { id: 'kpn', group: 'lorawan', settings: lorawan },
  {
    id: 'arduino',
    group: 'built',
    settings: (filling) => [{ id: 'sketch', text: sketch(filling) }],
    request: beepRequest,
  },
  { id: 'esphome', group: 'built', settings: (filling) => [{ id: 'yaml', text: yaml(filling) }], request: beepRequest },
  {
    id: 'tasmota',
    group: 'built',
    settings: (filling) => [{ id: 'rule', text: tasmotaRule(filling) }],
    request: ({ site, key }) => ({
      method: 'POST',
      url: `${site}/api/ingest/beep`,
      headers: { 'Content-Type': FORM },
      body: `key=${key}&weight_kg=43.2`,
    }),
  },
  {
    id: 'mqtt',
    group: 'built',
    settings: (filling) => {
      const topic = `hivewatch/${filling.imei}/readings`
      const message = JSON.stringify({ ...JSON.parse(native(filling)), deviceKey: filling.key }, undefined, 2)
      return [
        { id: 'broker', text: filling.broker },
        { id: 'topic', text: topic },
        { id: 'message', text: message },
      ]
    },
  },
  {
    id: 'lines',
    group: 'built',
    settings: ({ site, key }) => [
      { id: 'address', text: `${site}/api/v2/write?precision=s` },
      { id: 'headerValue', text: `Authorization: Token ${key}` },
      { id: 'body', text: LINE },
    ],
    request: ({ site, key }) => ({
      method: 'POST',
      url: `${site}/api/v2/write?precision=s`,
      headers: { Authorization: `Token ${key}`, 'Content-Type': 'text/plain' },
      body: LINE,
    }),
  },
  {
    id: 'json',
    group: 'built',
    settings: ({ site, key }) => [
      { id: 'address', text: `${site}/api/ingest/json` },
      { id: 'headerValue', text: `Authorization: Bearer ${key}` },
      { id: 'addressWithKey', text: `${site}/api/ingest/json?key=${key}` },
    ],
    request: ({ site, key }) => ({
      method: 'POST',
      url: `${site}/api/ingest/json?key=${key}`,
      headers: json,
      body: JSON.stringify({ weight_kg: 43.2, temperature: 34.6 }),
    }),
  },
  {
    id: 'csv',
    group: 'built',
    settings: (filling) => [
      { id: 'address', text: `${filling.site}/api/ingest/csv` },
      { id: 'headerValue', text: `Authorization: Bearer ${filling.key}` },
      { id: 'table', text: table(filling) },
      { id: 'command', text: curl(csvRequest(filling)) },
    ],
    request: csvRequest,
  },
]
