import { ButtonLink } from '../../../ui/navigation/links.ts'

/** A link to a transmitter's page, where the device doctor has the details. */
export const TransmitterLink = ({ id, name }: { id: number; name: string }) => (
  <ButtonLink kind="quiet" to="/settings/controllers/$controllerId" params={{ controllerId: String(id) }}>
    {name}
  </ButtonLink>
)
