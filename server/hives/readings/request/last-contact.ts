import type { IngestRequest } from './ingest-request.ts'
import { lastSaid, STATION_FIELDS } from './station-rows.ts'

/** What transmitters last reported about themselves, by controller; written with the next fold, not with every request. */
export type Contacts = Map<number, Contact>

/** `measuredAt`: when battery, temperature and signal were measured, in epoch seconds; null if none was sent. */
export type Contact = Pick<
  IngestRequest,
  'receivedAt' | 'battery' | 'chipTemperature' | 'signal' | 'softwareVersion'
> & { measuredAt: number | null }

/** Notes what a request says about its transmitter, both now and at earlier times when it measured itself. */
export function noteRequest(contacts: Contacts, controllerId: number, request: IngestRequest): void {
  const { receivedAt, battery, chipTemperature, signal, softwareVersion, stations } = request
  if (stations.length > 0) {
    noteContact(contacts, controllerId, {
      ...{ receivedAt, softwareVersion, measuredAt: stations[stations.length - STATION_FIELDS]! },
      ...{ battery: lastSaid(stations, 'battery'), signal: lastSaid(stations, 'signal') },
      chipTemperature: lastSaid(stations, 'chipTemperature'),
    })
  }
  const isSaid = battery !== null || chipTemperature !== null || signal !== null
  const measuredAt = isSaid ? Math.floor(receivedAt / 1000) : null
  noteContact(contacts, controllerId, { receivedAt, battery, chipTemperature, signal, softwareVersion, measuredAt })
}

/** What was measured later counts, whichever arrived first. */
export function noteContact(contacts: Contacts, controllerId: number, contact: Contact): void {
  const before = contacts.get(controllerId)
  if (!before) {
    contacts.set(controllerId, contact)
    return
  }
  const isLater = (contact.measuredAt ?? 0) >= (before.measuredAt ?? 0)
  const [later, earlier] = isLater ? [contact, before] : [before, contact]
  contacts.set(controllerId, {
    receivedAt: contact.receivedAt,
    measuredAt: later.measuredAt,
    battery: later.battery ?? earlier.battery,
    chipTemperature: later.chipTemperature ?? earlier.chipTemperature,
    signal: later.signal ?? earlier.signal,
    softwareVersion: contact.softwareVersion ?? before.softwareVersion,
  })
}
