import { isoTimeOf, numberOf } from './device-message.ts'
import { fieldsOfPoints, fieldsOfSenml, isSenml, type SenmlRecord } from './senml.ts'

/**
 * An uplink of a LoRaWAN device from any network server: its payload as bytes, and the output of the network's own decoder. `signal`: that of
 * the best gateway, in dBm.
 */
export type Uplink = {
  devEui: string | undefined
  port: number
  bytes: Uint8Array | undefined
  /** By time: ISO 8601, or undefined if the document has none. */
  measured: { time: string | undefined; fields: Record<string, unknown> }[]
  signal: number | undefined
  /** Set if the network says with each uplink where to send downlinks, once it was given a key for that. */
  namesDownlinkPlace?: true
  /** Why its decoder failed, in the network's words. */
  trouble?: string
}

/** `other`: joins, battery status, acknowledgments and so on. */
export type Heard = { kind: 'uplink'; uplink: Uplink } | { kind: 'other'; devEui: string | undefined }

type Fields = Record<string, unknown>
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const objectIn = (from: unknown, name: string): Fields | undefined =>
  isObject(from) && isObject(from[name]) ? (from[name] as Fields) : undefined
const listIn = (from: unknown, name: string): unknown[] =>
  isObject(from) && Array.isArray(from[name]) ? (from[name] as unknown[]) : []

/** ThingPark writes "- 112.000000". */
const spacedNumber = (value: unknown) => numberOf(typeof value === 'string' ? value.replaceAll(' ', '') : value)
const strongest = (gateways: readonly unknown[], name: string): number | undefined => {
  const levels = gateways.flatMap((one) => (isObject(one) ? (spacedNumber(one[name]) ?? []) : []))
  return levels.length > 0 ? Math.max(...levels) : undefined
}
const portOf = (value: unknown): number => numberOf(value) ?? 0
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const bytesOf = (value: unknown, encoding: 'hex' | 'base64'): Uint8Array | undefined =>
  typeof value === 'string' && value.length <= 2000 ? Buffer.from(value, encoding) : undefined

/** Milesight's decoders put what their devices stored without a network, and send again later, into a list beside the newest values. */
function measuredAt(time: unknown, fields: Fields | undefined): Uplink['measured'] {
  const { history, ...newest } = fields ?? {}
  const earlier = (Array.isArray(history) ? history : []).flatMap((one: unknown) => {
    const at = isObject(one) ? isoTimeOf(one.timestamp) : undefined
    return at === undefined ? [] : [{ time: at, fields: one as Fields }]
  })
  const said = earlier.length > 0 ? newest : { ...fields }
  return [...(Object.keys(said).length > 0 ? [{ time: isoTimeOf(time), fields: said }] : []), ...earlier]
}

const euiOf = (value: unknown): string | undefined => (typeof value === 'string' ? value.toUpperCase() : undefined)
const other = (devEui: unknown): Heard => ({ kind: 'other', devEui: euiOf(devEui) })

/** The Things Stack v3 ("Data Formats"), which leaves out anything empty, zero or false. */
function ofTheThingsStack(body: Fields): Heard | undefined {
  const { dev_eui } = objectIn(body, 'end_device_ids') ?? {}
  const message = objectIn(body, 'uplink_message')
  if (!message) return objectIn(body, 'end_device_ids') && other(dev_eui)
  const time = message.received_at ?? body.received_at
  const uplink = {
    devEui: euiOf(dev_eui),
    port: portOf(message.f_port),
    bytes: bytesOf(message.frm_payload, 'base64'),
    measured: measuredAt(time, objectIn(message, 'decoded_payload')),
    signal: strongest(listIn(message, 'rx_metadata'), 'rssi'),
    namesDownlinkPlace: true as const,
  }
  return { kind: 'uplink', uplink: timed(uplink, time) }
}

/** The Things Network v2, a format that some bridges still post. */
function ofTheThingsNetwork2(body: Fields): Heard | undefined {
  const fields = objectIn(body, 'payload_fields')
  const bytes = bytesOf(body.payload_raw, 'base64')
  if (!fields && !bytes) return undefined
  const { time, gateways } = objectIn(body, 'metadata') ?? {}
  const uplink = {
    devEui: euiOf(body.hardware_serial),
    port: portOf(body.port),
    bytes,
    measured: measuredAt(time, fields),
    signal: strongest(Array.isArray(gateways) ? gateways : [], 'rssi'),
  }
  return { kind: 'uplink', uplink: timed(uplink, time) }
}

/** ChirpStack v4, JSON ("Event types"), also used by Helium's ChirpStack consoles; the kind of event is in the query: `event=up`. */
function ofChirpStack(body: Fields, event: string | undefined): Heard | undefined {
  const device = objectIn(body, 'deviceInfo')
  if (!device) return undefined
  const isUncoded = body.code === 'UPLINK_CODEC'
  const isUplink = event === 'up' || (event === undefined && (body.fPort !== undefined || objectIn(body, 'object')))
  if (!isUplink && !isUncoded) return other(device.devEui)
  const uplink = {
    devEui: euiOf(device.devEui),
    port: portOf(body.fPort),
    bytes: bytesOf(body.data, 'base64'),
    measured: measuredAt(body.time, objectIn(body, 'object')),
    signal: strongest(listIn(body, 'rxInfo'), 'rssi'),
    ...(isUncoded ? { trouble: textOf(body.description) ?? 'UPLINK_CODEC' } : {}),
  }
  return { kind: 'uplink', uplink: timed(uplink, body.time) }
}

/** A DevEUI as hex, or as the base64 of its eight bytes. */
const euiOfBytes = (text: string): string =>
  /^[0-9a-f]{16}$/i.test(text) ? text : Buffer.from(text, 'base64').toString('hex')

/** The decoder's output, which ChirpStack v3 writes as a text of JSON in its newer marshaler, and as it is in the older. */
function decodedIn({ object, objectJSON }: Fields): Fields | undefined {
  if (isObject(object)) return object
  try {
    const said: unknown = JSON.parse(textOf(objectJSON) ?? '')
    return isObject(said) ? said : undefined
  } catch {
    return undefined
  }
}

/** ChirpStack v3 ("Event types", both marshalers), also written by the network servers in gateways of Milesight, RAK and others. */
function ofFormerChirpStack(body: Fields, event: string | undefined): Heard | undefined {
  if (typeof body.devEUI !== 'string' || body.applicationID === undefined) return undefined
  const devEui = euiOfBytes(body.devEUI)
  const isUplink = event === 'up' || (event === undefined && body.fPort !== undefined)
  const isUncoded = body.type === 'UPLINK_CODEC'
  if (!isUplink && !isUncoded) return other(devEui)
  const rxInfo = listIn(body, 'rxInfo')
  // a gateway without GPS gives no time
  const time = [body.publishedAt, body.time, ...rxInfo.map((one) => isObject(one) && one.time)].find(isoTimeOf)
  const uplink = {
    devEui: euiOf(devEui),
    port: portOf(body.fPort),
    bytes: bytesOf(body.data, 'base64'),
    measured: measuredAt(time, decodedIn(body)),
    signal: strongest(rxInfo, 'rssi'),
    ...(isUncoded ? { trouble: textOf(body.error) ?? 'UPLINK_CODEC' } : {}),
  }
  return { kind: 'uplink', uplink: timed(uplink, time) }
}

/** Its own Cayenne decoder produces a list of values with their channels, and calls air pressure a humidity in hPa. */
const fieldsOfList = (list: readonly unknown[]): Fields =>
  Object.fromEntries(
    list.flatMap((one) => {
      const { name, channel, unit, value } = isObject(one) ? one : {}
      return typeof name !== 'string' || unit === 'hPa' ? [] : [[`${name}_${channel ?? 0}`, value]]
    }),
  )

/** Helium's former console ("JSON Schema"), a format that its ChirpStack bridge still writes; times in seconds or milliseconds. */
function ofHelium(body: Fields): Heard | undefined {
  if (!Array.isArray(body.hotspots) || body.dev_eui === undefined) return undefined
  if (body.type !== undefined && body.type !== 'uplink') return other(body.dev_eui)
  const decoded = objectIn(body, 'decoded')
  const uplink = {
    devEui: euiOf(body.dev_eui),
    port: portOf(body.port),
    bytes: bytesOf(body.payload, 'base64'),
    measured: measuredAt(body.reported_at, objectIn(decoded, 'payload') ?? fieldsOfList(listIn(decoded, 'payload'))),
    signal: strongest(body.hotspots, 'rssi'),
    ...(decoded?.status === 'error' ? { trouble: textOf(decoded.error) ?? 'error' } : {}),
  }
  return { kind: 'uplink', uplink: timed(uplink, body.reported_at) }
}

/** Actility ThingPark, run by KPN, Swisscom, Orange and others: `DevEUI_uplink`, with the output of its driver. */
function ofThingPark(body: Fields): Heard | undefined {
  const message = objectIn(body, 'DevEUI_uplink')
  if (!message) {
    const name = Object.keys(body).find((one) => one.startsWith('DevEUI_'))
    return name === undefined ? undefined : other(objectIn(body, name)?.DevEUI)
  }
  const gateways = [...listIn(objectIn(message, 'Lrrs'), 'Lrr'), message]
  const fields = { ...fieldsOfPoints(objectIn(message, 'points') ?? {}), ...objectIn(message, 'payload') }
  const uplink = {
    devEui: euiOf(message.DevEUI),
    port: portOf(message.FPort),
    bytes: bytesOf(message.payload_hex, 'hex'),
    measured: measuredAt(message.Time, fields),
    signal: strongest(gateways, 'LrrRSSI'),
  }
  return { kind: 'uplink', uplink: timed(uplink, message.Time) }
}

/**
 * LORIOT ("Uplink Data Message"): `rx`, and once all gateways have reported also `gw`, of the same time; the bytes are hex, or `encdata` if it has no
 * key of the device. Its other messages tell of downlinks, joins and places.
 */
function ofLoriot(body: Fields): Heard | undefined {
  if (typeof body.cmd !== 'string' || typeof body.EUI !== 'string') return undefined
  const isUplink = body.cmd === 'rx' || body.cmd === 'gw'
  if (!isUplink) return other(body.EUI)
  const bytes = bytesOf(body.data, 'hex')
  const uplink = {
    devEui: euiOf(body.EUI),
    port: portOf(body.port),
    bytes,
    measured: measuredAt(body.ts, objectIn(body, 'decoded')),
    signal: strongest([...listIn(body, 'gws'), body], 'rssi'),
    ...(bytes === undefined && body.encdata !== undefined ? { trouble: 'encdata' } : {}),
  }
  return { kind: 'uplink', uplink: timed(uplink, body.ts) }
}

/** KPN Things: SenML (RFC 8428) with the DevEUI in its base name. Without a decoder the pack has the payload as hex. */
function ofKpnThings(records: readonly SenmlRecord[]): Heard {
  const { base, about, measured } = fieldsOfSenml(records)
  const devEui = euiOf(/(?:^|:)DEVEUI:([0-9a-f]{16})/i.exec(base)?.[1])
  const bytes = bytesOf(about.get('payload') ?? about.get('payload_hex'), 'hex')
  if (!bytes && measured.length === 0) return other(devEui)
  const signal = spacedNumber(about.get('LrrRSSI'))
  const port = portOf(about.get('port'))
  return { kind: 'uplink', uplink: { devEui, port, bytes, measured, signal } }
}

/** Gives payloads that we decode ourselves the network's time as well. */
const timed = (uplink: Uplink, time: unknown): Uplink =>
  uplink.measured.length > 0 ? uplink : { ...uplink, measured: [{ time: isoTimeOf(time), fields: {} }] }

/**
 * Detects which network server wrote a document, and returns its content; undefined if no known server writes such documents. `event` comes
 * from ChirpStack's query.
 */
export function readUplink(body: unknown, event?: string): Heard | undefined {
  if (isSenml(body)) return ofKpnThings(body)
  if (!isObject(body)) return undefined
  return (
    ofTheThingsStack(body) ??
    // as its packet broker wraps it
    ofTheThingsStack(objectIn(body, 'data') ?? {}) ??
    ofChirpStack(body, event) ??
    ofFormerChirpStack(body, event) ??
    ofThingPark(body) ??
    ofLoriot(body) ??
    ofHelium(body) ??
    ofTheThingsNetwork2(body)
  )
}
