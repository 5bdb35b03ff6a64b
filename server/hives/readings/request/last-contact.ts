import type { IngestRequest } from './ingest-request.ts'
import { lastSaid, STATION_FIELDS } from './station-rows.ts'

/** What transmitters last reported about themselves, by controller; written with the next fold, not with every request. */
export type Contacts = Map<number, Contact>

/**
 * `measuredAt`: when battery, temperature and signal were measured, in epoch seconds; null if none was sent. `isPast`: the request is
 * from the inbox, and later ones may be known already.
 */
export type Contact = Pick<
  IngestRequest,
  'receivedAt' | 'battery' | 'chipTemperature' | 'signal' | 'softwareVersion'
> & { measuredAt: number | null; isPast: boolean }

const UNSAID = { battery: null, chipTemperature: null, signal: null, softwareVersion: null, measuredAt: null }

/** Notes that a request in the inbox came from its transmitter. */
export const notePast = (contacts: Contacts, controllerId: number, receivedAt: number): void =>
  noteContact(contacts, controllerId, { ...UNSAID, receivedAt, isPast: true })

/** Notes what a request says about its transmitter, both now and at earlier times when it measured itself. */
export function noteRequest(contacts: Contacts, controllerId: number, request: IngestRequest): void {
  const { receivedAt, battery, chipTemperature, signal, softwareVersion, stations } = request
  if (stations.length > 0) {
    noteContact(contacts, controllerId, {
      ...{ receivedAt, softwareVersion, measuredAt: stations[stations.length - STATION_FIELDS]!, isPast: false },
      ...{ battery: lastSaid(stations, 'battery'), signal: lastSaid(stations, 'signal') },
      chipTemperature: lastSaid(stations, 'chipTemperature'),
    })
  }
  const isSaid = battery !== null || chipTemperature !== null || signal !== null
  const measuredAt = isSaid ? Math.floor(receivedAt / 1000) : null
  const own = { battery, chipTemperature, signal, softwareVersion }
  noteContact(contacts, controllerId, { receivedAt, ...own, measuredAt, isPast: false })
}

/** What was measured later counts, whichever arrived first. */
function noteContact(contacts: Contacts, controllerId: number, contact: Contact): void {
  const before = contacts.get(controllerId)
  if (!before) {
    contacts.set(controllerId, contact)
    return
  }
  const isLater = (contact.measuredAt ?? 0) >= (before.measuredAt ?? 0)
  const [later, earlier] = isLater ? [contact, before] : [before, contact]
  contacts.set(controllerId, {
    receivedAt: contact.isPast ? Math.max(before.receivedAt, contact.receivedAt) : contact.receivedAt,
    isPast: contact.isPast && before.isPast,
    measuredAt: later.measuredAt,
    battery: later.battery ?? earlier.battery,
    chipTemperature: later.chipTemperature ?? earlier.chipTemperature,
    signal: later.signal ?? earlier.signal,
    softwareVersion: contact.softwareVersion ?? before.softwareVersion,
  })
}
