import type { IngestRequest } from './ingest-request.ts'

/** What transmitters said of themselves last, by controller; written with the next fold, not with every request. */
export type Contacts = Map<number, Contact>

type Contact = Pick<IngestRequest, 'receivedAt' | 'battery' | 'chipTemperature' | 'signal' | 'softwareVersion'>

export function noteContact(contacts: Contacts, controllerId: number, request: Contact): void {
  const before = contacts.get(controllerId)
  contacts.set(controllerId, {
    receivedAt: request.receivedAt,
    battery: request.battery ?? before?.battery ?? null,
    chipTemperature: request.chipTemperature ?? before?.chipTemperature ?? null,
    signal: request.signal ?? before?.signal ?? null,
    softwareVersion: request.softwareVersion ?? before?.softwareVersion ?? null,
  })
}
