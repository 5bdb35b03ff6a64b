import { ButtonLink } from '../../../ui/navigation/links.ts'

/** To the page of a transmitter, where the device doctor says the rest. */
export const TransmitterLink = ({ id, name }: { id: number; name: string }) => (
  <ButtonLink kind="quiet" to="/settings/controllers/$controllerId" params={{ controllerId: String(id) }}>
    {name}
  </ButtonLink>
)
